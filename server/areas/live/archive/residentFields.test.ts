// A field that is declared is kept, told, printed into documents, logged and imported: one resident with a value in each.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { briefFields, type ResidentDetailData } from '#contract/archives/resident'
import type { PageInfo } from '#contract/kit/paging'
import type { ImportReportData } from '#contract/kit/sheet'
import type { ArchiveWholeData, ChangeRowData } from '#contract/live/archiveSection'
import { fieldList, type ResidentField } from '#contract/live/residentFields'
import type { JobProgressData } from '#contract/platform/shell'
import { oldman } from '#server/areas/live/tables'
import { ARCHIVES, type ArchiveDesk, OLDMANS, openArchives } from '#server/areas/live/test/archiveDesk'
import { cardOf } from '#server/areas/live/test/cards'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { BOUNDARY, multipart } from '#server/areas/platform/test/uploading'
import { placeholderValues, residentColumns } from '#server/areas/residents/public'
import { writeSheet } from '#server/kit/excel'
import { readSheet } from '#server/kit/test/sheet'

const BORN = '1939-11-02'
const DAY = '2026-03-05'
const LATER = '2027-03-05'

/** A value, and how people write it. */
interface Sample {
  value: unknown
  label: string
}

let desk: ArchiveDesk
let folder: string
let oldmanId: string
const samples = new Map<string, Sample>()

const OFFERED = `select v.value, v.label from dictionary d
join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
where d.org_id = $1 and d.dictionary_code = $2 and v.enabled and not exists (select from dictionary_value c
  where c.org_id = v.org_id and c.dictionary_id = v.dictionary_id and c.parent_value = v.value)
order by v.sort, v.value_id`

/** The number of the card decides birthday and sex. */
const fixed = (): Record<string, Sample> => ({
  oldmanName: { value: '各项俱全', label: '各项俱全' },
  idType: { value: '1', label: '居民身份证' },
  idCard: { value: cardOf(811, { born: BORN.replaceAll('-', '') }), label: '' },
  sex: { value: 1, label: '女' },
  birthDate: { value: BORN, label: BORN },
  phone: { value: '13500007788', label: '13500007788' },
  region: { value: '310104', label: '上海市徐汇区' },
  healthReportExpire: { value: LATER, label: LATER },
})

async function sampleOf({ kind, dictionary, set, title, schema }: ResidentField): Promise<Sample | null> {
  if (kind === 'text') return { value: `${title}一`, label: `${title}一` }
  if (kind === 'number') return { value: schema.minimum, label: String(schema.minimum) }
  if (kind === 'day') return { value: DAY, label: DAY }
  if (kind === 'yesNo') return { value: true, label: '是' }
  if (set) {
    const { value, label } = set.list[0]!
    return { value: kind === 'options' ? [value] : value, label }
  }
  if (!dictionary) return null
  const { value, label } = await desk.one<{ value: string; label: string }>(OFFERED, [DEMO_ORG, dictionary])
  return { value: kind === 'choices' ? [value] : value, label }
}

const valueIn = ({ name }: ResidentField) => samples.get(name)!.value

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-fields-'))
  desk = await openArchives()
  const ids = await desk.one<{ dept: string; deptName: string; sale: string }>(
    `select d.dept_id as dept, d.dept_name as "deptName", u.user_id as sale from account u
     join employee e on e.org_id = u.org_id and e.emp_id = u.user_id
     join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id where u.org_id = $1 and u.user_name = 'liumin'`,
  )
  const known: Record<string, Sample> = {
    ...fixed(),
    deptId: { value: ids.dept, label: ids.deptName },
    saleId: { value: ids.sale, label: '' },
  }
  for (const field of fieldList) {
    const sample = known[field.name] ?? (await sampleOf(field))
    if (!sample) throw new Error(`${field.name} is special: say here what is a value of it`)
    samples.set(field.name, sample)
  }
  const body = Object.fromEntries(fieldList.map((field) => [field.name, valueIn(field)]))
  const made = await desk.add(body, desk.tokens.admin)
  expect(made).toMatchObject({ status: 200 })
  oldmanId = made.data.oldmanId
})
afterAll(async () => {
  await desk.app.close()
  await rm(folder, { recursive: true, force: true })
})

it('has a column of its kind in the table', () => {
  const table = getTableColumns(oldman) as Record<string, { name: string; getSQLType(): string }>
  const sqlTypes: Record<string, string> = { integer: 'int', 'varchar(64)': 'text' }
  for (const { name } of fieldList) {
    const type = table[name]?.getSQLType() ?? 'none'
    expect([table[name]?.name, sqlTypes[type] ?? type], name).toEqual(residentColumns[name])
  }
})

it('comes back as it was sent, codes in words as well', async () => {
  const { data } = await desk.app.ask<ArchiveWholeData>('GET', `${ARCHIVES}/${oldmanId}`, { token: desk.tokens.admin })
  const words = data.words as Readonly<Record<string, string | null>>
  for (const field of fieldList) {
    const { name, section, dictionary } = field
    if ('mask' in field.schema) continue
    expect((data[section] as Readonly<Record<string, unknown>>)[name], name).toEqual(valueIn(field))
    if (dictionary) expect(words[name], name).toBe(samples.get(name)!.label)
  }
})

it('is told in the archives for reading, and fills its placeholder', async () => {
  const { data } = await desk.app.ask<ResidentDetailData>('GET', `/pims/web-org/archives/elders/${oldmanId}`, {
    token: desk.tokens.admin,
  })
  for (const { name } of briefFields) {
    expect([(data as Readonly<Record<string, unknown>>)[name]].flat(), name).toEqual([samples.get(name)!.label])
  }
  const who = { orgId: DEMO_ORG, deptIds: null, empName: '刘敏' }
  const values = await placeholderValues(desk.app.app.pool, who, oldmanId)
  for (const { placeholder } of fieldList) if (placeholder) expect(values[placeholder[0]], placeholder[0]).not.toBe('')
})

it('is called by its title where somebody changed it', async () => {
  // A new card would bring another birthday, and the department of a resident is a matter of its own.
  const kept = ['idType', 'idCard', 'sex', 'birthDate', 'deptId']
  const emptied = fieldList.filter(({ name }) => !kept.includes(name))
  const body = { oldmanId, ...Object.fromEntries(emptied.map(({ name }) => [name, null])), oldmanName: '改过名字' }
  const { admin } = desk.tokens
  expect(await desk.app.ask('PUT', ARCHIVES, { token: admin, body })).toMatchObject({ status: 200 })
  const { data } = await desk.app.ask<PageInfo<ChangeRowData>>('GET', `${OLDMANS}/modifyRecord/${oldmanId}`, {
    token: admin,
    query: { size: '100' },
  })
  const told = new Map(data.list.map((row) => [row.field, row]))
  for (const { name, title } of emptied) expect(told.get(name)?.title, name).toBe(title)
})

it('is imported where the template has a column for it, under its title', async () => {
  const token = desk.tokens.admin
  const { server } = desk.app
  const imported = fieldList.filter((field) => field.import)
  const template = await server.inject({
    method: 'GET',
    url: `${ARCHIVES}/import/template`,
    headers: { authorization: token },
  })
  const path = join(folder, 'template.xlsx')
  await writeFile(path, template.rawPayload)
  const [head] = await readSheet(path)
  const titles = imported.map((field) => (field.import!.required ? `${field.title}*` : field.title))
  expect(head).toEqual(expect.arrayContaining(titles))

  const idCard = cardOf(812, { born: BORN.replaceAll('-', '') })
  const cells = imported.map(({ name }) => (name === 'idCard' ? idCard : samples.get(name)!.label))
  const content = await writeSheet<readonly string[]>({
    title: '老人档案',
    columns: titles.map((title, i) => ({ title, value: (line) => line[i] ?? null })),
    rows: [cells],
  })
  const checked = await server.inject({
    method: 'POST',
    url: `${ARCHIVES}/import/check`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([{ fileName: '老人.xlsx', content }]),
  })
  const report = checked.json<{ data: ImportReportData }>().data
  expect(report.problems).toEqual([])
  const body = { token: report.token, fixed: false }
  const { data } = await desk.app.ask<{ runId: string }>('POST', `${ARCHIVES}/import`, { token, body })
  await vi.waitFor(
    async () => {
      const run = await desk.app.ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`, { token })
      expect(run.data.state).toBe('done')
    },
    { timeout: 60_000, interval: 100 },
  )
  const columns = imported.map(({ name, column }) => `${column} as "${name}"`).join(', ')
  const text = `select ${columns} from oldman where org_id = $1 and id_card = $2`
  const row = await desk.one<Record<string, unknown>>(text, [DEMO_ORG, idCard])
  for (const field of imported) {
    expect(row[field.name], field.name).toEqual(field.name === 'idCard' ? idCard : valueIn(field))
  }
})
