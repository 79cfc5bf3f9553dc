import { expect, test } from 'vitest'
import { eventTopic } from '#contract/kit/topic'
import { MemorySessions, ORG_A, ORG_B } from '#server/kit/test/realtimeNode'
import { mayPublish, maySubscribe, type Peer, topicMatches } from './mqttTopics.ts'

const sessions = new MemorySessions()
const { user } = sessions.signIn()
const browser: Peer = { kind: 'browser', user }
const device: Peer = { kind: 'device', orgId: ORG_A, deviceId: 'd1', clientName: 'm-1', secretHash: '' }
const node: Peer = { kind: 'node' }

test.each<[string, Peer, string, boolean]>([
  ['a device speaks below its own topic', device, `yy/${ORG_A}/device/d1/reading`, true],
  ['but not at it', device, `yy/${ORG_A}/device/d1`, false],
  ['nor for another device', device, `yy/${ORG_A}/device/d2/reading`, false],
  ['nor for one whose name begins like its own', device, `yy/${ORG_A}/device/d11/reading`, false],
  ['nor for another organisation', device, `yy/${ORG_B}/device/d1/reading`, false],
  ['nor on the bus', device, 'yy/bus/session/forget', false],
  ['a browser speaks for its user', browser, `yy/${ORG_A}/client/${user.userId}/typing`, true],
  ['not for another user', browser, `yy/${ORG_A}/client/other/typing`, false],
  ['not as an event', browser, `yy/${ORG_A}/event/platform/message`, false],
  ['not as a device', browser, `yy/${ORG_A}/device/d1/reading`, false],
  ['not on the bus', browser, 'yy/bus/realtime/event', false],
  ['a server process speaks anywhere below the root', node, 'yy/bus/realtime/event', true],
  ['and nowhere else', node, '$SYS/x', false],
])('publish: %s', (_, peer, topic, allowed) => expect(mayPublish(peer, topic)).toBe(allowed))

test.each<[string, Peer, string, boolean]>([
  ['a device hears its own topics', device, `yy/${ORG_A}/device/d1/#`, true],
  ['not those of all devices', device, `yy/${ORG_A}/device/+/command`, false],
  ['not everything', device, '#', false],
  ['not the events', device, `yy/${ORG_A}/event/#`, false],
  ['a browser hears the events', browser, `yy/${ORG_A}/event/#`, true],
  ['also with the organisation left open', browser, 'yy/+/event/#', true],
  ['and what browsers say', browser, `yy/${ORG_A}/client/+/typing`, true],
  ['not of another organisation', browser, `yy/${ORG_B}/event/#`, false],
  ['not devices', browser, `yy/${ORG_A}/device/#`, false],
  ['not by a wildcard over devices', browser, `yy/${ORG_A}/#`, false],
  ['nor a single-level one', browser, `yy/${ORG_A}/+/d1/reading`, false],
  ['not everything', browser, '#', false],
  ['not the bus', browser, 'yy/bus/#', false],
  ['nor in its disguise', browser, 'yy/bus/event/x', false],
  ['not the broker itself', browser, '$SYS/#', false],
  ['not through a shared subscription', browser, `$share/g/yy/${ORG_B}/event/#`, false],
])('subscribe: %s', (_, peer, filter, allowed) => expect(maySubscribe(peer, filter)).toBe(allowed))

test.each<[string, string, boolean]>([
  ['a/b', 'a/b', true],
  ['a/b', 'a/b/c', false],
  ['a/b/c', 'a/b', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+/c', 'a/b/c', true],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['a/#', 'b', false],
  ['#', 'a/b', true],
])('%s and %s', (filter, topic, matches) => expect(topicMatches(filter, topic)).toBe(matches))

test('an id that would reach other topics is no level of a topic', () => {
  for (const id of ['+', '#', 'a/b', '']) expect(() => eventTopic(id, 'x')).toThrow(RangeError)
  expect(eventTopic(ORG_A, 'platform.message')).toBe(`yy/${ORG_A}/event/platform/message`)
})
