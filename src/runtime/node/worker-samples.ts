import type { Worker } from 'node:cluster'
import { join, remains, type Sample } from './vitals.ts'

/** What the workers of a cluster tell about themselves, those that have ended included. */
export class WorkerSamples {
  readonly #latest = new Map<Worker, Sample>()
  #ended: Sample = { counts: [], vitals: {} }

  /** Asks each of them. One that does not answer in time is as it was when it last did. */
  async read(workers: readonly Worker[], ask: (worker: Worker) => void): Promise<Sample> {
    await Promise.all(workers.map((worker) => this.#told(worker, ask)))
    return join([this.#ended, ...this.#latest.values()])
  }

  /** What it counted since it was asked last is lost with it. */
  end(worker: Worker): void {
    const last = this.#latest.get(worker)
    this.#latest.delete(worker)
    if (last) this.#ended = join([this.#ended, remains(last)])
  }

  #told(worker: Worker, ask: (worker: Worker) => void): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(deadline)
        worker.off('message', hear).off('exit', done)
        resolve()
      }
      const hear = (report: { readonly sample?: Sample }) => {
        if (!report.sample) return
        if (!worker.isDead()) this.#latest.set(worker, report.sample)
        done()
      }
      const deadline = setTimeout(done, patience)
      worker.on('message', hear).once('exit', done)
      ask(worker)
    })
  }
}

/** In milliseconds; Prometheus gives up after ten seconds. */
const patience = 2000
