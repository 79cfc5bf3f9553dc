// Who may publish and subscribe what on the broker. Pure: the broker asks, tables of topics test it.

import { clientTopic, deviceTopic } from '#contract/kit/topic'
import type { SessionUser } from './sessionUser.ts'

/** What server processes say to one another. No organisation has this name: ids are 32 digits. */
export const BUS_ROOT = 'yy/bus'
/** What browsers say, over all organisations; bridged between the edge and an external broker. */
export const CLIENT_TOPICS = 'yy/+/client/#'

export interface NodePeer {
  kind: 'node'
}
export interface DevicePeer {
  kind: 'device'
  orgId: string
  deviceId: string
  clientName: string
  secretHash: string
}
export interface BrowserPeer {
  kind: 'browser'
  user: SessionUser
}
/** Whoever is connected to the broker. */
export type Peer = NodePeer | DevicePeer | BrowserPeer

export const isClientTopic = (topic: string) => topic.split('/')[2] === 'client' && topic.startsWith('yy/')

/** Made once for each connection: it is asked for with every message. */
const ownTopics = new WeakMap<DevicePeer, string>()
function below(peer: DevicePeer): string {
  const known = ownTopics.get(peer)
  if (known !== undefined) return known
  const made = `${deviceTopic(peer.orgId, peer.deviceId)}/`
  ownTopics.set(peer, made)
  return made
}

export function mayPublish(peer: Peer, topic: string): boolean {
  switch (peer.kind) {
    case 'node':
      return topic.startsWith('yy/')
    case 'device':
      return topic.startsWith(below(peer))
    case 'browser':
      return topic.startsWith(`${clientTopic(peer.user.orgId, peer.user.userId)}/`)
  }
}

/**
 * A browser may leave the organisation open ('+'): what is forwarded is decided per message. A wildcard further up
 * is refused, because every reading of every device would then have to be looked at for that browser.
 */
export function maySubscribe(peer: Peer, filter: string): boolean {
  switch (peer.kind) {
    case 'node':
      return filter.startsWith('yy/')
    case 'device':
      return filter.startsWith(below(peer))
    case 'browser': {
      const [root, organisation, kind, ...rest] = filter.split('/')
      const own = organisation === peer.user.orgId || organisation === '+'
      return root === 'yy' && own && (kind === 'event' || kind === 'client') && rest.length > 0
    }
  }
}

/** Whether a topic falls under a filter with the wildcards of MQTT. */
export function topicMatches(filter: string, topic: string): boolean {
  const wanted = filter.split('/')
  const levels = topic.split('/')
  for (const [at, one] of wanted.entries()) {
    if (one === '#') return true
    if (at >= levels.length || (one !== '+' && one !== levels[at])) return false
  }
  return wanted.length === levels.length
}
