export type Range = readonly [start: number, end: number]

/**
 * Where a body holds code, which means itself: fenced blocks and spans between backticks. In order. Blocks are found by line, as
 * CommonMark does; a span ends at the next run of backticks of its length before a blank line.
 */
export function codeRanges(source: string): readonly Range[] {
  const ranges: Range[] = []
  let fence: { readonly mark: string; readonly start: number } | undefined
  let prose = 0
  for (const line of source.matchAll(
    /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/gm,
  )) {
    const mark = line[1] ?? ''
    if (fence === undefined) {
      for (const span of spans(source, prose, line.index)) ranges.push(span)
      fence = { mark, start: line.index }
    } else if (mark.startsWith(fence.mark) && (line[2] ?? '').trim() === '') {
      prose = line.index + line[0].length
      ranges.push([fence.start, prose])
      fence = undefined
    }
  }
  if (fence) ranges.push([fence.start, source.length])
  else for (const span of spans(source, prose, source.length)) ranges.push(span)
  return ranges
}

/** Code spans of a stretch without fences. Runs that nothing closes are remembered by length, so that each is read once. */
function spans(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  for (const paragraph of paragraphs(source, from, to)) {
    const runs = Array.from(source.slice(...paragraph).matchAll(/`+/g), ({ 0: run, index }) => ({
      start: paragraph[0] + index,
      length: run.length,
    }))
    const last = new Map<number, number>()
    for (const { start, length } of runs) last.set(length, start)
    for (let at = 0; at < runs.length; at++) {
      const opening = runs[at]
      if (!opening || (last.get(opening.length) ?? -1) <= opening.start) continue
      let end = at + 1
      while (runs[end]?.length !== opening.length) end++
      found.push([opening.start, (runs[end]?.start ?? to) + opening.length])
      at = end
    }
  }
  return found
}

function paragraphs(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  let start = from
  for (const blank of source.slice(from, to).matchAll(/\n[ \t]*\n/g)) {
    found.push([start, from + blank.index])
    start = from + blank.index + blank[0].length
  }
  found.push([start, to])
  return found
}

/** Whether an offset is within one of the ranges, for offsets that are asked in order. */
export function within(ranges: readonly Range[]): (offset: number) => boolean {
  let at = 0
  return (offset) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) <= offset) at++
    return offset >= (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY)
  }
}
