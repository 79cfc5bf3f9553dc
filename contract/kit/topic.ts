// The names of the MQTT topics. Everything stands under one root, and the second level is the organisation, so that
// a broker's access rules need one line per kind of client.

const ROOT = 'yy'

/** User name a browser signs in to the broker with; the password is a socket ticket (or, in older clients, the token). */
export const TICKET_USER = 'ticket'

/** An id becomes one level of a topic: a separator or wildcard inside it would reach other topics. */
function level(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new RangeError(`${JSON.stringify(id)} cannot be a level of a topic`)
  return id
}

const organisationTopic = (orgId: string) => `${ROOT}/${level(orgId)}`

/** Events of an organisation: 'platform.message' is published at yy/{orgId}/event/platform/message. */
export const eventTopic = (orgId: string, name: string) =>
  `${organisationTopic(orgId)}/event/${name.split('.').map(level).join('/')}`

/** Every event of an organisation that the subscriber may get. */
export const allEvents = (orgId: string) => `${organisationTopic(orgId)}/event/#`

/** What a signed-in user's own browsers say to the other browsers of the organisation. */
export const clientTopic = (orgId: string, userId: string) => `${organisationTopic(orgId)}/client/${level(userId)}`

/** What a device says and is told; it reaches nothing outside. */
export const deviceTopic = (orgId: string, deviceId: string) => `${organisationTopic(orgId)}/device/${level(deviceId)}`

/** Where a device listens for what it is told to do. */
export const deviceCommandTopic = (orgId: string, deviceId: string) => `${deviceTopic(orgId, deviceId)}/command`

/** Whose message a topic carries; null: not what a device says. */
export function readDeviceTopic(topic: string): { orgId: string; deviceId: string; channel: string } | null {
  const [root, orgId, kind, deviceId, channel, ...rest] = topic.split('/')
  if (root !== ROOT || kind !== 'device' || !orgId || !deviceId || !channel || rest.length > 0) return null
  return channel === 'command' ? null : { orgId, deviceId, channel }
}
