// A product with people at their desks, and what tests of the archives ask of it.
import { expect } from 'vitest'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp } from '#server/kit/test/app'
import { cardOf } from './cards.ts'

export const OLDMANS = '/pims/web-pi/oldmans'
export const ARCHIVES = `${OLDMANS}/proFile`

export type MadeArchive = { oldmanId: string; archiveNo: string; completeness: number }
export type Refused = { field?: string; code?: string } | null

/** The clerk adds archives unless told. */
export async function openArchives() {
  const app = await demoApp()
  const signIn = (name: string) => app.signIn(name, demoAccounts.find((account) => account.userName === name)!.password)
  const [clerk, nurse, admin, director] = (await Promise.all(
    ['liumin', 'lixiaomei', 'zhengkai', 'wangjianguo'].map(signIn),
  )) as [string, string, string, string]
  let counted = 0
  const rows = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
    (await app.app.pool.query(text, values)).rows as T[]
  const lastCard = () => cardOf(counted, { born: '19391102' })
  const person = (change: object = {}) => {
    counted++
    return { oldmanName: '测试老人', idCard: lastCard(), ...change }
  }
  const add = (body: object, token = clerk) => app.ask<MadeArchive & Refused>('POST', ARCHIVES, { token, body })
  return {
    app,
    signIn,
    tokens: { clerk, nurse, admin, director },
    rows,
    one: async <T>(text: string, values: unknown[] = [DEMO_ORG]) => (await rows<T>(text, values))[0] as T,
    person,
    /** The number of the card of the last person. */
    lastCard,
    add,
    /** A file that the clerk uploaded and nobody has used yet; answers its address. */
    stored: async (name: string, mime: string) => {
      const fileId = newId()
      await rows(
        `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
         select $1, $2::text, 'document', 'k/' || $2::text, $3, 1234, $4, 'x', false, user_id
         from account where user_name = 'liumin'`,
        [DEMO_ORG, fileId, name, mime],
      )
      return `/files/${fileId}/${encodeURIComponent(name)}`
    },
    added: async (change: object = {}) => {
      const answer = await add(person(change))
      expect(answer).toMatchObject({ status: 200 })
      return answer.data
    },
  }
}

export type ArchiveDesk = Awaited<ReturnType<typeof openArchives>>
