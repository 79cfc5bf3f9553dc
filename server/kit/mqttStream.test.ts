import { expect, test } from 'vitest'
import { PacketGauge } from './mqttStream.ts'

/** PUBLISH of MQTT 3.1.1 at QoS 0: type, remaining length, topic, content. */
function publish(size: number): Buffer {
  const topic = Buffer.from([0, 3, ...Buffer.from('a/b')])
  const length: number[] = []
  for (let rest = topic.length + size; ; rest = rest >> 7) {
    length.push(rest > 127 ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 127) break
  }
  return Buffer.concat([Buffer.from([0x30, ...length]), topic, Buffer.alloc(size, 0xff)])
}

const ping = Buffer.from([0xc0, 0x00])

test('packets up to the limit pass, however the stream is cut', () => {
  const bytes = Buffer.concat([publish(10), ping, publish(127), publish(128), publish(16_300), ping, publish(900)])
  for (const step of [1, 2, 3, 7, 500, bytes.length]) {
    const gauge = new PacketGauge(16_384)
    let refused = 0
    for (let at = 0; at < bytes.length; at += step) if (!gauge.accepts(bytes.subarray(at, at + step))) refused++
    expect(refused).toBe(0)
  }
})

test('a packet above the limit is refused at its announcement, before its content', () => {
  const gauge = new PacketGauge(1000)
  expect(gauge.accepts(Buffer.concat([publish(900), ping]))).toBe(true)
  expect(gauge.accepts(publish(1100).subarray(0, 3))).toBe(false)
})

test('the limit may be raised on the way', () => {
  const gauge = new PacketGauge(100)
  expect(gauge.accepts(publish(50))).toBe(true)
  gauge.limit = 5000
  expect(gauge.accepts(publish(4000))).toBe(true)
})

test('a length of more than four bytes is no MQTT', () => {
  expect(new PacketGauge(2 ** 31).accepts(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false)
  expect(new PacketGauge(2 ** 31).accepts(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))).toBe(true)
})
