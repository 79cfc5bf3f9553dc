// A product with its front desk, and what tests of the consultations ask of it.

import { expect } from 'vitest'
import { dayText } from '#contract/kit/clock'
import type { ConsultationDetailData, InterviewData } from '#contract/live/consultationRows'
import { idCardOf } from '#server/areas/live/demo/demoNames'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

const BASE = '/pims/web-org/consultations'

export const day = (days: number) => dayText(Date.now() + days * 86_400_000)
export const moment = (days: number, time = '10:00:00') => `${day(days)} ${time}`

let turn = 0
/** A card that nobody has: of a woman, born on 1941-03-08. */
export const nextCard = () => idCardOf('310110', '1941-03-08', false, ++turn + 100)

export async function openDesk() {
  const product: TestApp = await demoApp()
  const signIn = (userName: string) =>
    product.signIn(userName, demoAccounts.find((account) => account.userName === userName)!.password)
  const one = async <T>(text: string, values: unknown[] = [DEMO_ORG]): Promise<T> =>
    (await product.app.pool.query<{ v: T }>(text, values)).rows[0]!.v
  const clerk = await signIn('liumin')
  const sale = await one<string>(`select user_id as v from account where org_id = $1 and user_name = 'liumin'`)
  const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
    product.ask<T>(method, `${BASE}${path}`, { token: clerk, ...more })
  const form = (more: object = {}) => ({
    consultDate: day(0),
    channel: '2',
    intention: '1',
    saleId: sale,
    oldmanName: '单秀英',
    sex: 1,
    consultantName: '仇建国',
    consultantPhone: '13900010001',
    consultantRelation: '20',
    ...more,
  })
  const register = async (more: object = {}): Promise<string> => {
    const answer = await ask<{ consultationId: string }>('POST', '', { body: form(more) })
    expect(answer.desc).toBe('操作成功')
    return answer.data.consultationId
  }
  const detail = async (id: string) => (await ask<ConsultationDetailData>('GET', `/${id}`)).data
  const talk = (consultationId: string, more: object = {}) =>
    ask<InterviewData>('POST', '/interviewer', {
      body: { consultationId, visitAt: moment(0, '00:00:00'), manner: 'PHONE', content: '电话沟通', ...more },
    })
  return { product, signIn, one, clerk, sale, ask, form, register, detail, talk }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>
