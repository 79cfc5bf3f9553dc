// A device that speaks MQTT to the broker with its own credentials, as a mattress or a tag does.
import mqtt, { type MqttClient } from 'mqtt'
import { deviceTopic } from '#contract/kit/topic'

export interface DeviceAccount {
  /** mqtt://host:1883 */
  url: string
  orgId: string
  deviceId: string
  clientName: string
  secret: string
  /** Told what goes wrong after the first connection; the device itself tries on. */
  trouble?: (error: Error) => void
}

export interface Device {
  /** Sends a message below the device's own topic; settles when the broker has it. */
  say(channel: string, message: unknown): Promise<void>
  /** Hears what is sent to one of the device's channels. */
  hear(channel: string, listener: (message: unknown) => void): Promise<void>
  /** The connection itself, for tests of what the broker refuses. */
  client: MqttClient
  end(): Promise<void>
}

export async function connectDevice(account: DeviceAccount): Promise<Device> {
  const client = await mqtt.connectAsync(
    account.url,
    {
      clientId: account.clientName,
      username: account.clientName,
      password: account.secret,
      clean: true,
      reconnectPeriod: 4_000,
      connectTimeout: 4_000,
      // A server whose database is away turns everybody away for a moment; a device does not take that for the last word.
      reconnectOnConnackError: true,
    },
    false,
  )
  client.on('error', (error) => account.trouble?.(error))
  const own = deviceTopic(account.orgId, account.deviceId)
  const listeners = new Map<string, (message: unknown) => void>()
  client.on('message', (topic, payload) => listeners.get(topic)?.(JSON.parse(payload.toString())))
  return {
    say: async (channel, message) => {
      await client.publishAsync(`${own}/${channel}`, JSON.stringify(message), { qos: 1 })
    },
    hear: async (channel, listener) => {
      listeners.set(`${own}/${channel}`, listener)
      await client.subscribeAsync(`${own}/${channel}`, { qos: 1 })
    },
    client,
    // A clean end waits for confirmations, which a lost connection does not bring.
    end: () => client.endAsync(!client.connected),
  }
}
