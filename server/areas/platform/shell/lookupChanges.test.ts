// Selects on other screens follow: a write to what they offer is told to the organisation, and to nobody else.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { session } from '#contract/platform/session'
import { type House, OPERATOR_ORG, testHouse } from '#server/areas/platform/test/house'
import { openSocket } from '#server/kit/test/realtimeNode'

const DICTIONARIES = '/pims/web-org/dictionarys'
let house: House
let port: number

beforeAll(async () => {
  house = await testHouse()
  await house.server.listen({ port: 0, host: '127.0.0.1' })
  port = (house.server.server.address() as AddressInfo).port
  await house.person({ userName: 'boss001', isAdmin: true })
  await house.person({ userName: 'nurse001', codes: ['czrzdc'] })
  await house.person({ userName: 'oper0001', isAdmin: true, orgId: OPERATOR_ORG })
})
afterAll(() => house.close())

async function listening(userName: string) {
  const { token } = (await house.signInAs(userName)).data
  const made = await house.ask<{ ticket: string }>('POST', session.calls.socketTicket.path, { token })
  return openSocket(port, made.data.ticket)
}

it('a new dictionary reaches the browsers of its organisation only; a refused one reaches nobody', async () => {
  const nurse = await listening('nurse001')
  const elsewhere = await listening('oper0001')
  const { token } = (await house.signInAs('boss001')).data
  const make = (dictionaryCode: string) =>
    house.ask('POST', DICTIONARIES, { token, body: { dictionaryName: `字典 ${dictionaryCode}`, dictionaryCode } })
  expect((await make('drug_form')).status).toBe(40904)
  expect((await make('mine')).status).toBe(200)
  expect(await nurse.frame()).toMatchObject({
    type: 'platform.lookup.changed',
    data: { noun: 'systemSetting.dictionary' },
  })
  house.app.realtime.emit(OPERATOR_ORG, session.events.menuChanged, {})
  // The first thing the other organisation hears is its own.
  expect((await elsewhere.frame()).type).toBe('platform.menuChanged')
})
