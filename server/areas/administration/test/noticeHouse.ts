// A house whose notices are tried: people by name, a notice as a form would send it.
import type { NoticeData } from '#contract/administration/notice'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type Envelope } from '#server/kit/test/app'

export const NOTICES = '/pims/web-org/notices'

export type Told = NoticeData & { field?: string }

export async function noticeHouse() {
  const product = await demoApp({}, { clockwork: false })
  const sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await product.app.pool.query<T>(text, [DEMO_ORG, ...values])).rows
  const sign = (name: string) => product.signIn(name, 'Yiyuan2026')
  const [admin, head, nurse, cook, keeper] = (await Promise.all(
    ['zhengkai', 'hejing', 'lixiaomei', 'tiantian', 'zhaoqiang'].map(sign),
  )) as [string, string, string, string, string]
  const dept = async (name: string) =>
    (await sql<{ id: string }>('select dept_id as id from dept where org_id = $1 and dept_name = $2', [name]))[0]!.id
  const person = async (userName: string) =>
    (
      await sql<{ id: string }>('select user_id as id from account where org_id = $1 and user_name = $2', [userName])
    )[0]!.id
  const ask = <T = Told>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token = admin, ...more }: { token?: string; body?: unknown; query?: Record<string, string> } = {},
  ): Promise<Envelope<T>> => product.ask<T>(method, `${NOTICES}${path}`, { token, ...more })
  const form = (change: object = {}) => ({
    title: '消防演练安排',
    scope: 'all',
    html: '<p>周五下午 15:00 三栋楼同时进行消防演练。</p>',
    confirm: true,
    ...change,
  })
  const draft = async (change: object = {}, token = admin) => {
    const made = await ask('POST', '', { token, body: form(change) })
    if (made.status !== 200) throw new Error(made.desc)
    return made.data
  }
  const publish = (noticeId: string, token = admin) => ask('PUT', '/publish', { token, body: { noticeId } })
  const out = async (change: object = {}, token = admin) => {
    const made = await draft(change, token)
    const done = await publish(made.noticeId, token)
    if (done.status !== 200) throw new Error(done.desc)
    return done.data
  }
  return { product, sql, admin, head, nurse, cook, keeper, dept, person, ask, form, draft, publish, out }
}
