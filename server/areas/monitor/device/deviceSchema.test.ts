// The documents for makers of devices follow the contract.
import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { BUTTONS, CHANNELS } from '#contract/monitor/payload'
import { deviceSchemaText } from './deviceSchema.ts'
import { EXAMPLES } from './deviceSecrets.ts'

const read = (name: string) => readFile(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

describe('docs', () => {
  it('hold the schema as the contract has it', async () => {
    expect(await read('devices.schema.json')).toBe(deviceSchemaText())
  })

  it('name every channel, field and button', async () => {
    const text = await read('devices.md')
    for (const [channel, schema] of Object.entries(CHANNELS)) {
      expect(text).toContain(`**${channel}**`)
      for (const field of Object.keys(schema.properties)) expect(text).toContain(`\`${field}\``)
    }
    for (const button of BUTTONS) expect(text).toContain(`\`${button}\``)
  })

  it('show examples that fit', async () => {
    const ajv = new Ajv2020({ strict: false })
    const document = JSON.parse(deviceSchemaText())
    const check = (channel: string, payload: unknown) =>
      ajv.validate({ ...document, $id: undefined, anyOf: undefined, $ref: `#/$defs/${channel}` }, payload)
    for (const { channel, example } of Object.values(EXAMPLES)) expect(check(channel, example)).toBe(true)
    const shown = [...(await read('devices.md')).matchAll(/-t \$T\/(\w+)\s+-m '(.+)'/g)]
    expect(shown.length).toBeGreaterThan(5)
    for (const [, channel, payload] of shown) expect(check(channel!, JSON.parse(payload!))).toBe(true)
    expect(check('press', { button: 'shout' })).toBe(false)
    expect(check('reading', { inBed: 1, heart: 300 })).toBe(false)
  })
})
