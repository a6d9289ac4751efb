// How servers answer messages whose length two readers could see differently: `npm run bench:framing`. Each of the messages that the fuzzer
// knows goes out on a connection of its own, in one piece and in two; more than one answer is what a proxy in front must never see.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { framings } from '../test/fuzz/framing.mjs'
import { citable, root } from './processes.mjs'

const messages = framings.filter(([, , most = 1]) => most === 1)
const tidy400 = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** @type {Record<string, (error: Error, socket: import('node:stream').Duplex & { bytesWritten?: number }) => void>} */
const listeners = {
  'a listener that always writes': (_, socket) => socket.end(tidy400),
  'one that writes only where nothing was written': (_, socket) =>
    (socket.bytesWritten ?? 0) > 0 || !socket.writable ? socket.destroy() : socket.end(tidy400),
}

console.log(`${messages.length} messages, each in one piece and in two, Node ${process.versions.node}\n`)
console.log('| clientError | messages answered twice |\n|---|---|')
for (const [name, listener] of Object.entries(listeners)) {
  const server = createServer((_, response) => response.end('ok')).on('clientError', listener)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  console.log(`| ${name} | ${await answeredTwice(typeof address === 'object' ? (address?.port ?? 0) : 0)} |`)
  server.close()
}
const ours = await citable(`${root}archive`)
console.log(`| this archive's server | ${await answeredTwice(ours.port)} |`)
await ours.stop()

/** How many of the messages bring more than one answer. @param {number} port */
async function answeredTwice(port) {
  let count = 0
  for (const [head, body] of messages) {
    const start = `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n\r\n`
    const answers = await Promise.all(
      [[start + body], [start, body]].map((pieces) => answersTo(port, pieces)),
    )
    if (Math.max(...answers) > 1) count++
  }
  return count
}

/** @param {number} port @param {readonly string[]} pieces @returns {Promise<number>} */
function answersTo(port, pieces) {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        await new Promise((sent) => setTimeout(sent, 50))
      }
      setTimeout(() => socket.destroy(), 150)
    })
    socket.setEncoding('latin1').on('data', (data) => {
      text += data
    })
    socket.on('error', () => {}).on('close', () => resolve(text.split(/HTTP\/1\.1 \d{3} /).length - 1))
  })
}
