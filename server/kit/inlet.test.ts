// The way in from an external broker, held against a real one where it is installed.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceTopic, readDeviceTopic } from '#contract/kit/topic'
import { mosquittoSettings } from '#server/kit/test/mosquitto'
import { type DeviceMessage, remoteInlet } from './inlet.ts'

const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) =>
  existsSync(path),
)
const ORG = 'a0000000000000000000000000000001'
const DEVICE = 'd0000000000000000000000000000001'

test('a topic says whose message it carries', () => {
  expect(readDeviceTopic(`${deviceTopic(ORG, DEVICE)}/reading`)).toEqual({
    orgId: ORG,
    deviceId: DEVICE,
    channel: 'reading',
  })
  for (const other of [
    `${deviceTopic(ORG, DEVICE)}/command`,
    `yy/${ORG}/event/a/b`,
    `${deviceTopic(ORG, DEVICE)}/a/b`,
    'yy',
    '',
  ]) {
    expect(readDeviceTopic(other)).toBeNull()
  }
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

const log = { warn: () => undefined, debug: () => undefined } as unknown as FastifyBaseLogger

test('a message is never confirmed over a connection it did not come by', async () => {
  // As a broker that has lost its sessions: every connection gets another message under the same number.
  const topic = `${deviceTopic(ORG, DEVICE)}/reading`
  const publish = (n: number) => {
    const body = Buffer.concat([
      Buffer.from([0, topic.length]),
      Buffer.from(topic),
      Buffer.from([0, 1]),
      Buffer.from(`${n}`),
    ])
    return Buffer.concat([Buffer.from([0x32, body.length]), body])
  }
  const sockets: Socket[] = []
  const confirmed: number[] = []
  const broker = createServer((socket) => {
    const n = sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const type = bytes[0]! >> 4
      if (type === 1) socket.write(Buffer.from([0x20, 2, 0, 0]))
      if (type === 8) socket.write(Buffer.concat([Buffer.from([0x90, 3, bytes[2]!, bytes[3]!, 1]), publish(n)]))
      if (type === 4) confirmed.push(n)
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const { port } = broker.address() as { port: number }
  const taken: DeviceMessage[] = []
  const account = { username: '', password: '', name: 'yy-test', log }
  const close = remoteInlet({ url: `mqtt://127.0.0.1:${port}`, ...account }, (one) => taken.push(one))
  await expect.poll(() => taken.length).toBe(1)
  sockets[0]!.destroy()
  await expect.poll(() => taken.length, { timeout: 5_000 }).toBe(2)
  taken[0]!.settle()
  taken[1]!.settle()
  await expect.poll(() => confirmed).toEqual([2])
  await close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => broker.close(resolve))
})

test('a broker that refuses at first is asked again', async () => {
  const UNAVAILABLE = 3
  const sockets: Socket[] = []
  const broker = createServer((socket) => {
    const n = sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const type = bytes[0]! >> 4
      if (type === 1) socket.write(Buffer.from([0x20, 2, 0, n === 1 ? UNAVAILABLE : 0]))
      if (type === 8) socket.write(Buffer.from([0x90, 3, bytes[2]!, bytes[3]!, 1]))
    })
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  const { port } = broker.address() as { port: number }
  const heard: boolean[] = []
  const account = { username: '', password: '', name: 'yy-test', log, hearing: (now: boolean) => heard.push(now) }
  const close = remoteInlet({ url: `mqtt://127.0.0.1:${port}`, ...account }, () => undefined)
  await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe(true)
  expect(sockets).toHaveLength(2)
  await close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => broker.close(resolve))
})

describe.skipIf(!MOSQUITTO)('an external broker', () => {
  let folder: string
  let port: number
  let broker: ChildProcess
  const url = () => `mqtt://127.0.0.1:${port}`

  async function startBroker(): Promise<void> {
    broker = spawn(MOSQUITTO!, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await vi.waitFor(
      async () => {
        const client = await mqtt.connectAsync(url(), { connectTimeout: 500 }, false)
        await client.endAsync(true)
      },
      { timeout: 10_000 },
    )
  }
  const stopBroker = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      broker.once('exit', () => resolve())
      broker.kill(signal)
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yiyuan-mosquitto-'))
    port = await freePort()
    await writeFile(join(folder, 'mosquitto.conf'), mosquittoSettings(folder, port))
    await startBroker()
  })
  afterAll(async () => {
    await stopBroker('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const open = (taker: (message: DeviceMessage) => void) =>
    remoteInlet({ url: url(), username: '', password: '', name: 'yy-test', log }, taker)

  test('what is not settled comes again after a restart, and nothing twice that was', async () => {
    const settled: number[] = []
    const held: number[] = []
    const read = (message: DeviceMessage) => (JSON.parse(message.payload.toString()) as { n: number }).n
    // Every third is taken and never settled, as by a process that dies with them.
    const first = open((message) => {
      const n = read(message)
      if (n % 3 === 0) return void held.push(n)
      settled.push(n)
      message.settle()
    })
    const device = await mqtt.connectAsync(url(), { clientId: 'device' }, false)
    // The broker keeps nothing for subscriptions it does not know yet.
    await expect
      .poll(async () => {
        await device.publishAsync(`${deviceTopic(ORG, DEVICE)}/reading`, '{"n":1}', { qos: 1 })
        return settled.length
      })
      .toBeGreaterThan(0)
    settled.length = 0
    for (let n = 100; n < 130; n++) {
      await device.publishAsync(`${deviceTopic(ORG, DEVICE)}/reading`, JSON.stringify({ n }), { qos: 1 })
    }
    // Those that are held do not hold up the others.
    await expect.poll(() => held.length).toBe(10)
    expect(settled).toHaveLength(20)
    await first()
    await device.endAsync()
    const again: number[] = []
    const second = open((message) => {
      again.push(read(message))
      message.settle()
    })
    const all = () => [...new Set([...settled, ...again])].filter((n) => n >= 100).length
    await expect.poll(all, { timeout: 15_000 }).toBe(30)
    expect(again.filter((n) => settled.includes(n))).toEqual([])
    await second()
  })

  test('what is said after the broker has restarted and before the server is back waits for it', async () => {
    const got: number[] = []
    const read = (message: DeviceMessage) => {
      got.push((JSON.parse(message.payload.toString()) as { n: number }).n)
      message.settle()
    }
    const first = open(read)
    const topic = `${deviceTopic(ORG, DEVICE)}/reading`
    const say = async (n: number) => {
      const device = await mqtt.connectAsync(url(), { clientId: 'device' }, false)
      await device.publishAsync(topic, JSON.stringify({ n }), { qos: 1 })
      await device.endAsync()
    }
    await expect
      .poll(async () => {
        await say(1)
        return got.length
      })
      .toBeGreaterThan(0)
    await first()
    await stopBroker('SIGKILL')
    await startBroker()
    await say(2)
    const second = open(read)
    await expect.poll(() => got.at(-1), { timeout: 15_000 }).toBe(2)
    await second()
  })
})
