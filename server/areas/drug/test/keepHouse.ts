// A small house with a dictionary and elders whose drugs it keeps: what the tests of the stock share.
import type { DrugDetailData } from '#contract/drug/dict'
import type { KeepDrugData, SlipData } from '#contract/drug/keepRows'
import { verifyStock } from '#server/areas/drug/keep/stockVerify'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import type { Envelope } from '#server/kit/test/app'

export const DICT = '/pims/web-org/drug/dict'
export const KEEP = '/pims/web-org/drug/keep'

export const drugBody = (more: Record<string, unknown> = {}) => ({
  drugName: '阿司匹林肠溶片',
  spec: '100mg×30片',
  minUnit: '1',
  packUnit: '盒',
  packFactor: 30,
  maker: '拜耳医药保健有限公司',
  ...more,
})

export type Refused = Envelope<SlipData & { field?: string }>

export interface KeepHouse extends StayHouse {
  /** A call of the stock, as the administrator unless told. */
  keep<T = SlipData & { field?: string }>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    token?: string,
  ): Promise<Envelope<T>>
  newDrug(more?: Record<string, unknown>): Promise<string>
  /** Lives here with their drugs in custody. */
  elder(name: string, path: string): Promise<Resident>
  /** Brought, and the batch it lies in. */
  bring(oldmanId: string, drugId: string, quantity: number, more?: Record<string, unknown>): Promise<string>
  kept(oldmanId: string, drugId: string): Promise<KeepDrugData>
  left(stockId: string): Promise<number>
  /** Throws what `npm run stock:verify` would find. */
  verified(): Promise<number>
}

export const depositBody = (oldmanId: string, lines: readonly object[], more: Record<string, unknown> = {}) => ({
  oldmanId,
  source: 'FAMILY',
  person: '王强',
  relation: '儿子',
  lines,
  ...more,
})

export async function keepHouse(): Promise<KeepHouse> {
  const house = await stayHouse()
  const keep: KeepHouse['keep'] = (method, path, body, token = house.token) =>
    house.ask(method, `${KEEP}${path}`, { token, ...(body && { body }) })
  let batch = 0
  return {
    ...house,
    keep,
    newDrug: async (more = {}) => {
      const made = await house.ask<DrugDetailData>('POST', DICT, { token: house.token, body: drugBody(more) })
      if (made.status !== 200) throw new Error(made.desc)
      return made.data.drugId
    },
    elder: async (name, path) => {
      const one = await house.resident(name)
      const came = await house.checkIn(one, path, { custody: true })
      if (came.status !== 200) throw new Error(came.desc)
      return one
    },
    bring: async (oldmanId, drugId, quantity, more = {}) => {
      batch++
      const line = { drugId, batchNo: `B${batch}`, expiry: dayOf(300), quantity, ...more }
      const made = await keep('POST', '', depositBody(oldmanId, [line]))
      if (made.status !== 200) throw new Error(made.desc)
      return made.data.lines[0]!.stockId
    },
    kept: async (oldmanId, drugId) => (await keep<KeepDrugData>('GET', `/stock/${oldmanId}/${drugId}`)).data,
    left: async (stockId) =>
      (
        await house.sql<{ left: number }>('select quantity::float8 as left from drug_stock where stock_id = $1', [
          stockId,
        ])
      )[0]!.left,
    verified: async () => {
      const { moves, problems } = await verifyStock(house.app.pool, house.orgId)
      if (problems.length > 0) throw new Error(problems.map((one) => `${one.rule} ${one.id}: ${one.text}`).join('\n'))
      return moves
    },
  }
}
