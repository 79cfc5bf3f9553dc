// The demonstration with its assessors, and sheets filled in as the browser would: what the tests of assessments share.

import sharp from 'sharp'
import { expect } from 'vitest'
import type { Kind } from '#contract/nursing/assess/kind'
import { kindOf } from '#contract/nursing/assess/kinds'
import type { AssessDetail, AssessSaved } from '#contract/nursing/assessForm'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'

export const ASSESS = '/pims/web-pi/assessment'
export const AUTH = '/pims/web-pi/user/assess'

/** What a signing pad sends. */
export async function signature(): Promise<string> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#fff"/><path d="M10 60 Q60 5 110 50 T190 30" fill="none" stroke="#000" stroke-width="4"/></svg>`
  return `data:image/png;base64,${(await sharp(Buffer.from(drawing)).png().toBuffer()).toString('base64')}`
}

/** The best option of every item, but of those that are named another, by its place among the options. */
export const answersOf = (kind: Kind, worse: Readonly<Record<string, number>> = {}) =>
  kind.sections.flatMap((section) =>
    section.items.map((item) => ({ itemId: item.key, option: item.options[worse[item.key] ?? 0]!.key })),
  )
export const noInputs = (kind: Kind, set: Readonly<Record<string, number>> = {}) =>
  kind.inputs
    .filter((one) => !one.fromKind && !one.fromField)
    .map((one) => ({ key: one.key, value: set[one.key] ?? 0 }))

export const of2023 = kindOf('of2023')!

export async function assessHouse() {
  const product: TestApp = await demoApp()
  const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
    (await product.app.pool.query<T>(text, values)).rows
  await sql(`update account a set password_hash = n.password_hash, reset_password = n.reset_password from account n
    where a.org_id = $1 and n.org_id = a.org_id and a.user_name in ('zhangcuilan', 'luxiaoyan') and n.user_name = 'lixiaomei'`)
  const admin = await product.signIn('zhengkai', 'Yiyuan2026')
  await sql(`insert into assess_auth (org_id, user_id, granted_name) select org_id, user_id, '试' from account
    where org_id = $1 and user_name = 'zhengkai'`)
  const head = await product.signIn('hejing', 'Yiyuan2026')
  const nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const leader = await product.signIn('luxiaoyan', 'Yiyuan2026')
  const worker = await product.signIn('zhangcuilan', 'Yiyuan2026')
  const staff = async (name: string) =>
    (
      await sql<{ id: string }>('select emp_id as id from employee where org_id = $1 and emp_name = $2', [
        DEMO_ORG,
        name,
      ])
    )[0]!.id
  /** Of 松鹤楼, who have no unfinished sheet. */
  const elders = (
    await sql<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
       where o.org_id = $1 and o.status = 1 and d.dept_name = '松鹤楼护理组' and not exists (select 1 from assessment a
         where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state in ('DRAFT', 'WAITING'))
       order by o.archive_no`,
    )
  ).map((one) => one.id)
  const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
    product.ask<T>(method, `${ASSESS}${path}`, { token: head, ...more })
  const submit = (body: object, more: Ask = {}, kind = 'normal-2023') =>
    ask<AssessSaved & { field?: string }>('POST', `/${kind}/submit`, { body, ...more })
  const finish = (body: object, more: Ask = {}, kind = 'normal-2023') =>
    ask<AssessDetail & { field?: string }>('POST', `/${kind}/finalSubmit`, { body, ...more })
  const sign = await signature()
  return {
    product,
    sql,
    admin,
    head,
    nurse,
    leader,
    worker,
    staff,
    ask,
    submit,
    finish,
    sign,
    /** Somebody new for each. */
    elder: () => elders.shift()!,
    detail: async (assessmentId: string, token = head) =>
      (await ask<AssessDetail>('GET', `/detail/${assessmentId}`, { token })).data,
    /** A sheet with everything on it, waiting for its signatures. */
    whole: async (oldmanId: string, worse: Readonly<Record<string, number>> = {}, more: object = {}) => {
      const made = await submit({
        oldmanId,
        assessor2: await staff('陆小燕'),
        informant: '李建国',
        answers: answersOf(of2023, worse),
        inputs: noInputs(of2023),
        whole: true,
        ...more,
      })
      expect(made, made.desc).toMatchObject({ status: 200, data: { state: 'WAITING' } })
      return made.data
    },
  }
}
