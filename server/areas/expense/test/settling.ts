// A settlement taken through all its steps by the calls, for tests.
import type { SettleDetailData } from '#contract/expense/settlement'
import type { Envelope, TestApp } from '#server/kit/test/app'

export const SETTLE = '/pims/web-pi/cost/settle'
type Answer = Envelope<SettleDetailData & { field?: string }>

/** Everything given back, the refund in cash. */
export const PLAIN_FORM = {
  applicant: '李建国',
  relation: '儿子',
  belongings: 'RETURNED',
  drugs: 'NONE',
  refundWay: 2,
  payeeName: '李建国',
}

export function settling(ask: TestApp['ask'], token: string) {
  const put = (step: string, body: object, as = token) =>
    ask('PUT', `${SETTLE}/${step}`, { token: as, body }) as Promise<Answer>
  const self = {
    put,
    detail: (oldmanId: string, as = token) => ask('GET', `${SETTLE}/${oldmanId}`, { token: as }) as Promise<Answer>,
    check: (oldmanId: string, as = token) =>
      ask('GET', `${SETTLE}/check/${oldmanId}`, { token: as }) as Promise<Envelope<SettleDetailData['sheet']>>,
    save: (oldmanId: string, form: object = PLAIN_FORM, more: object = {}) => put('save', { oldmanId, form, ...more }),
    submit: (oldmanId: string) => put('submit', { oldmanId }),
    sign: (oldmanId: string, step: string, as = token) => put('sign', { oldmanId, step }, as),
    collect: (oldmanId: string, amountFen: number, way = 2) =>
      ask('POST', `${SETTLE}/collect`, {
        token,
        body: { oldmanId, payments: [{ way, amountFen }] },
      }) as Promise<Answer>,
    confirm: (oldmanId: string) => put('confirm', { oldmanId }),
    revoke: (oldmanId: string, reason = '算错了') => put('revoke', { oldmanId, reason }),
    /** Up to the signatures and the supplement; what the first refused step says is answered. */
    prepare: async (oldmanId: string, form: object = PLAIN_FORM, more: object = {}): Promise<Answer> => {
      const saved = await self.save(oldmanId, form, more)
      if (saved.status !== 200) return saved
      const sent = await self.submit(oldmanId)
      if (sent.status !== 200) return sent
      for (const { step } of sent.data.signs) await self.sign(oldmanId, step)
      const due = sent.data.sheet.sums.outstandingFen
      return due > 0 ? self.collect(oldmanId, due) : self.detail(oldmanId)
    },
    settle: async (oldmanId: string, form: object = PLAIN_FORM, more: object = {}): Promise<Answer> => {
      const ready = await self.prepare(oldmanId, form, more)
      return ready.status === 200 ? self.confirm(oldmanId) : ready
    },
  }
  return self
}
