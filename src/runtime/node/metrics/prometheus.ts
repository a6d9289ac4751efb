/** A metric and what it is now, for each set of labels that it has. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly values: readonly (readonly [labels: Readonly<Record<string, string | number>>, value: number])[]
}

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
      '',
    ])
    .join('\n')
}

function labelText(labels: Metric['values'][number][0]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
