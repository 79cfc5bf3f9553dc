// The payloads of devices as one JSON Schema document, for makers of devices.
import { BUTTONS, CHANNELS } from '#contract/monitor/payload'

const TITLES: Readonly<Record<keyof typeof CHANNELS, string>> = {
  reading: 'A reading of a mattress, published at …/reading',
  position: 'A position of a tag, published at …/position',
  press: 'A button of a call point or tag, published at …/press',
  sign: 'A measurement of a cuff, thermometer, oximeter, glucose meter or scale, published at …/sign',
  status: 'Battery, firmware and upgrades of any device, published at …/status',
}

/** Readable and stable: the same contract always prints the same text. */
export function deviceSchemaText(): string {
  const definitions = Object.fromEntries(
    Object.entries(CHANNELS).map(([channel, schema]) => [
      channel,
      // Makers may send more than we read: it is let pass and forgotten.
      {
        ...JSON.parse(JSON.stringify(schema)),
        title: TITLES[channel as keyof typeof CHANNELS],
        additionalProperties: true,
      },
    ]),
  )
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://yiyuan.example/devices.schema.json',
    title: 'What devices say to Yiyuan over MQTT',
    description: `Topics yy/{orgId}/device/{deviceId}/{channel}; the channel names the definition. Buttons: ${BUTTONS.join(', ')}.`,
    $defs: definitions,
    anyOf: Object.keys(CHANNELS).map((channel) => ({ $ref: `#/$defs/${channel}` })),
  }
  // `nullable` is OpenAPI's word; JSON Schema names both types.
  const plain = JSON.parse(JSON.stringify(document), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('nullable' in value)) return value
    const { nullable: __, ...schema } = value as { nullable: unknown; type?: unknown; enum?: unknown[] }
    return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
  })
  return `${JSON.stringify(plain, null, 2)}\n`
}
