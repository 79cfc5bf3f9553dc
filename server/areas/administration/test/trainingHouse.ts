// A house that trains its people, for the tests of trainings.
import type { TrainingData, TrainingPersonData } from '#contract/administration/training'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { codeOf, stepOf } from '#server/areas/administration/training/trainingSign'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type Envelope } from '#server/kit/test/app'

export const TRAINING = '/pims/web-org/training'

export type ToldTraining = TrainingData & { field?: string }

export async function trainingHouse() {
  const product = await demoApp({}, { clockwork: false })
  const sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await product.app.pool.query<T>(text, [DEMO_ORG, ...values])).rows
  const sign = (name: string) => product.signIn(name, 'Yiyuan2026')
  const [admin, head, nurse, cook, keeper] = (await Promise.all(
    ['zhengkai', 'hejing', 'lixiaomei', 'tiantian', 'zhaoqiang'].map(sign),
  )) as [string, string, string, string, string]
  const person = async (userName: string) =>
    (
      await sql<{ id: string }>('select user_id as id from account where org_id = $1 and user_name = $2', [userName])
    )[0]!.id
  const ids = { nurse: await person('lixiaomei'), cook: await person('tiantian'), head: await person('hejing') }
  const ask = <T = ToldTraining>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token = admin, ...more }: { token?: string; body?: unknown; query?: Record<string, string> } = {},
  ): Promise<Envelope<T>> => product.ask<T>(method, `${TRAINING}${path}`, { token, ...more })
  const tomorrow = dayText(Date.now() + DAY_MS)
  const form = (change: object = {}) => ({
    type: 3,
    title: '灭火器使用',
    startAt: `${dayText()} 00:10:00`,
    endAt: `${dayText()} 23:50:00`,
    creditHours: 2.5,
    place: '多功能厅',
    teacher: '消防站',
    userIds: [ids.nurse, ids.cook],
    ...change,
  })
  const plan = async (change: object = {}, token = admin) => {
    const made = await ask('POST', '', { token, body: form(change) })
    if (made.status !== 200) throw new Error(made.desc)
    return made.data
  }
  const move = (name: string, trainingId: string, more: object = {}, token = admin) =>
    ask('PUT', `/${name}`, { token, body: { trainingId, ...more } })
  /** Planned, and signing in has begun. */
  const running = async (change: object = {}) => {
    const { trainingId } = await plan(change)
    const begun = await move('start', trainingId)
    if (begun.status !== 200) throw new Error(begun.desc)
    return trainingId
  }
  const secretOf = async (trainingId: string) =>
    (
      await sql<{ secret: string }>(
        'select sign_secret as secret from training where org_id = $1 and training_id = $2',
        [trainingId],
      )
    )[0]!.secret
  /** The code so many half minutes ago. */
  const code = async (trainingId: string, ago = 0) => codeOf(await secretOf(trainingId), stepOf() - ago)
  const signIn = <T = { trainingId: string; again: boolean; signedAt: string }>(body: object, token: string) =>
    ask<T>('POST', '/sign', { token, body })
  const list = (trainingId: string, empIds: string[], signed = true) => move('signList', trainingId, { empIds, signed })
  const people = async (trainingId: string) =>
    (await ask<PageInfo<TrainingPersonData>>('GET', '/people', { query: { trainingId, size: '100' } })).data.list
  const messages = (userId: string) =>
    sql<{ title: string; content: string; route: string }>(
      'select title, content, route from user_message where org_id = $1 and user_id = $2 order by created_at desc, message_id desc',
      [userId],
    )
  return {
    ...{ product, sql, admin, head, nurse, cook, keeper, ids, tomorrow, ask, form, plan, move, running, code, signIn },
    ...{ list, people, messages, person },
  }
}
