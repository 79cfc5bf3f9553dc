// A number that forms show with its middle hidden comes back so: it keeps what is stored, and stars are never stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { ARCHIVES, type ArchiveDesk, OLDMANS, openArchives } from '#server/areas/live/test/archiveDesk'

let desk: ArchiveDesk
let oldmanId: string
const FAMILY = `${OLDMANS}/family`
const PHONE = '13912345678'
const OWN = '13811112222'

beforeAll(async () => {
  desk = await openArchives()
  const made = await desk.added({
    oldmanName: '号码老人',
    phone: OWN,
    family: [{ name: '号码之子', relation: '20', phone: PHONE, emergency: true }],
  })
  oldmanId = made.oldmanId
})
afterAll(() => desk.app.close())

const member = () =>
  desk.one<{ id: string; phone: string; version: number }>(
    'select family_id as id, phone, version from oldman_family where oldman_id = $1',
    [oldmanId],
  )
const own = () =>
  desk.one<{ phone: string; idCard: string }>('select phone, id_card as "idCard" from oldman where oldman_id = $1', [
    oldmanId,
  ])

describe('what comes back as it was shown', () => {
  it('keeps the phone of a member, and a torn one is refused', async () => {
    const before = await member()
    const save = (phone: string) =>
      desk.app.ask('PUT', FAMILY, {
        token: desk.tokens.clerk,
        body: { familyId: before.id, name: '号码之子', relation: '20', phone, remark: '改了备注', emergency: true },
      })
    expect((await save(maskedPhone(PHONE))).status).toBe(200)
    expect((await member()).phone).toBe(PHONE)
    expect((await save('139****0000')).desc).toContain('号码不完整')
    expect((await member()).phone).toBe(PHONE)
  })

  it('keeps phone and card of the archive, by section and whole', async () => {
    const { idCard } = await own()
    const shown = { oldmanId, oldmanName: '号码老人', phone: maskedPhone(OWN), idCard: maskedCard(idCard) }
    for (const path of [ARCHIVES, `${ARCHIVES}/base`]) {
      const answer = await desk.app.ask('PUT', path, { token: desk.tokens.clerk, body: { ...shown, remark: path } })
      expect([path, answer.status, answer.desc]).toEqual([path, 200, answer.desc])
      expect(await own()).toEqual({ phone: OWN, idCard })
    }
  })

  it('is nothing to begin an archive with', async () => {
    const answer = await desk.add(desk.person({ oldmanName: '星号老人', phone: '138****2222' }))
    expect(answer).toMatchObject({ data: { field: 'phone' } })
    expect(await desk.rows('select 1 from oldman where oldman_name = $1', ['星号老人'])).toEqual([])
  })

  it('names the member a nurse chose from the family, for a visit too', async () => {
    const resident = await desk.one<{ id: string; phone: string; name: string }>(
      `select o.oldman_id as id, f.phone, f.name from oldman o
        join oldman_family f on f.org_id = o.org_id and f.oldman_id = o.oldman_id
        join account a on a.org_id = o.org_id and a.user_name = 'lixiaomei'
        join employee e on e.org_id = a.org_id and e.emp_id = a.user_id and e.dept_id = o.dept_id
        where o.org_id = $1 and o.status = 1 and f.phone ~ '^1[0-9]{10}$' order by o.oldman_id, f.sort limit 1`,
    )
    const made = await desk.app.ask<{ visitId: string; phone: string; version: number }>(
      'POST',
      '/pims/web-org/visit',
      {
        token: desk.tokens.nurse,
        body: {
          oldmanId: resident.id,
          visitor: resident.name,
          phone: maskedPhone(resident.phone),
          type: '1',
          manner: '1',
        },
      },
    )
    expect([made.status, made.desc, made.data?.phone]).toEqual([200, made.desc, maskedPhone(resident.phone)])
    const stored = await desk.one<{ phone: string }>('select phone from visit where visit_id = $1', [made.data.visitId])
    expect(stored.phone).toBe(resident.phone)
  })
})

describe('the record of changes', () => {
  it('names no whole number, neither old nor new, to a reader without the right', async () => {
    await desk.app.ask('PUT', `${ARCHIVES}/base`, {
      token: desk.tokens.clerk,
      body: { oldmanId, oldmanName: '号码老人', phone: '13733334444' },
    })
    const found = await member()
    await desk.app.ask('PUT', FAMILY, {
      token: desk.tokens.clerk,
      body: { familyId: found.id, name: '号码之子', relation: '20', phone: '13755556666', emergency: true },
    })
    for (const token of [desk.tokens.nurse, desk.tokens.clerk]) {
      const said = await desk.app.server.inject({
        url: `${OLDMANS}/modifyRecord/${oldmanId}?page=1&size=50`,
        headers: { authorization: token },
      })
      for (const number of [OWN, '13733334444', PHONE, '13755556666']) expect(said.body).not.toContain(number)
      if (token === desk.tokens.clerk) expect(said.body).toContain('137****6666')
    }
  })
})

describe('in an emergency', () => {
  it('a nurse looks at the phones of one family, and the look is written down', async () => {
    const resident = await desk.one<{ id: string; name: string }>(
      `select o.oldman_id as id, o.oldman_name as name from oldman o
        join account a on a.org_id = o.org_id and a.user_name = 'lixiaomei'
        join employee e on e.org_id = a.org_id and e.emp_id = a.user_id and e.dept_id = o.dept_id
        where o.org_id = $1 and o.status = 1
          and exists (select 1 from oldman_family f where f.org_id = o.org_id and f.oldman_id = o.oldman_id) limit 1`,
    )
    const answer = await desk.app.ask<{ phone: string }[]>('GET', `${FAMILY}/phones/${resident.id}`, {
      token: desk.tokens.nurse,
    })
    expect(answer.status).toBe(200)
    expect(answer.data.every((one) => !one.phone.includes('*'))).toBe(true)
    const logged = await desk.rows<{ remark: string }>(
      `select remark from operation_log where target_id = $1 and method = '查看家属电话'`,
      [resident.id],
    )
    expect(logged).toEqual([{ remark: `查看“${resident.name}”家属和陪同人的完整电话` }])
  })
})
