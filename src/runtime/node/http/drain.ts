import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { guarded } from '../guard.ts'
import type { OpenPort } from './port.ts'
import type { Service } from '../service.ts'
import type { Timeouts } from './http.ts'

/** Takes no new connections, answers what was asked, then closes. */
export async function drain(
  port: OpenPort,
  connections: ReadonlySet<Connection>,
  service: Service,
): Promise<void> {
  const { timeouts } = service
  service.holding = true
  await (port.settled?.() ?? untilQuiet(port, timeouts))
  service.draining = true
  const closed = port.close()
  service.holding = false
  connections.forEach(advance)
  const sweep = setInterval(() => connections.forEach(closeIdle), timeouts.idleGrace)
  const deadline = setTimeout(() => {
    for (const connection of connections) connection.destroy()
  }, timeouts.drain)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/**
 * A port that is let go resets whoever has connected and was not accepted yet, and the loop accepts one connection a turn. So
 * nobody is answered until nobody has come for a moment: clients that wait for an answer do not connect again meanwhile. Where others
 * keep coming, the port is let go in a turn in which nobody was there. An immediate runs right after the loop has looked.
 */
export async function untilQuiet(port: OpenPort, { quiet, idleGrace, drain }: Timeouts): Promise<void> {
  const began = performance.now()
  let came = true
  port.onConnection = () => {
    came = true
  }
  while (came && performance.now() < began + drain / 2) {
    came = false
    if (performance.now() < began + idleGrace) await pause(quiet)
    await nextTurn()
  }
  port.onConnection = undefined
}

const fail = (connection: Connection) => connection.destroy()
const advance = guarded((connection: Connection) => connection.advance(), fail)
const closeIdle = guarded((connection: Connection) => connection.idle && connection.close(), fail)
