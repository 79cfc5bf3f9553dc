// People who give to-dos to one another, for the tests of to-dos and calendar.
import type { TodoDetailData } from '#contract/administration/todo'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp } from '#server/kit/test/app'

export const TODO = '/pims/web-org/msg/todo'
const PASSWORD = 'Yiyuan2026'

export async function todoDesk() {
  const product = await demoApp()
  const { pool } = product.app
  const sql = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  const [head, nurse, clerk, admin, keeper] = await Promise.all(
    ['hejing', 'lixiaomei', 'liumin', 'zhengkai', 'zhaoqiang'].map((name) => product.signIn(name, PASSWORD)),
  )
  const idOf = async (name: string) =>
    (
      await sql<{ id: string }>('select user_id as id from account where org_id = $1 and user_name = $2', [
        DEMO_ORG,
        name,
      ])
    )[0]!.id
  const ids = {
    head: await idOf('hejing'),
    nurse: await idOf('lixiaomei'),
    clerk: await idOf('liumin'),
    admin: await idOf('zhengkai'),
  }
  const ask = <T = TodoDetailData>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { token = head!, ...rest }: { token?: string; body?: object; query?: Record<string, string> } = {},
  ) => product.ask<T>(method, `${TODO}${path}`, { token, ...rest })
  const give = (body: object = {}, token = head!) => ask('POST', '', { token, body: { title: '试办的事', ...body } })
  const messages = (userId: string) =>
    sql<{ title: string; kind: string; route: string }>(
      'select title, kind, route from user_message where org_id = $1 and user_id = $2 order by created_at desc, message_id desc',
      [DEMO_ORG, userId],
    )
  return {
    product,
    sql,
    ask,
    give,
    messages,
    ids,
    head: head!,
    nurse: nurse!,
    clerk: clerk!,
    admin: admin!,
    keeper: keeper!,
  }
}
