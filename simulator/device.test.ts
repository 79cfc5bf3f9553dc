// A device against a broker that is not always there.
import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectDevice } from './device.ts'

const [CONNECT, PUBLISH] = [1, 3]
const UNAVAILABLE = 3

test('what was said is sent again after the line was lost and the broker has refused once', {
  timeout: 60_000,
}, async () => {
  const sockets: Socket[] = []
  const broker = createServer((socket) => {
    const n = sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const type = bytes[0]! >> 4
      if (type === CONNECT) socket.write(Buffer.from([0x20, 2, 0, n === 2 ? UNAVAILABLE : 0]))
      if (type !== PUBLISH) return
      // The first line ends without an answer; on the third it is acknowledged.
      const at = 4 + bytes.readUInt16BE(2)
      if (n === 1) socket.destroy()
      else socket.write(Buffer.from([0x40, 2, bytes[at]!, bytes[at + 1]!]))
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const { port } = broker.address() as { port: number }
  const refusals: Error[] = []
  const device = await connectDevice({
    url: `mqtt://127.0.0.1:${port}`,
    orgId: 'org',
    deviceId: 'one',
    clientName: 'one',
    secret: 'secret',
    trouble: (error) => refusals.push(error),
  })
  await device.say('press', { button: 'sos' })
  expect(sockets).toHaveLength(3)
  expect(refusals).toHaveLength(1)
  await device.client.endAsync(true)
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => broker.close(resolve))
})
