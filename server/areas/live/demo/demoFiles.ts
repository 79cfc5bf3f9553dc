// Papers in the archives: copies of cards and registers, reports of examinations, agreements. A copy looks alike for
// many, but each is a file of its own: whoever may see one resident's papers may see those alone.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OldmanFileKindValue } from '#contract/live/archiveFields'
import { refreshCompletenessOf } from '#server/areas/live/archive/archiveCompleteness'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { workFolder } from '#server/kit/multipart'
import { storeUploads } from '#server/kit/uploads'
import { householdScan, idCardScan, insuranceScan, pdfPage } from './demoScans.ts'

const SEED = 20_261_005
const PEOPLE = 40
const REPORTS = 16
const AGREEMENTS = 8

interface Person {
  oldmanId: string
  oldmanName: string
  sex: 0 | 1
  birthDate: string
  checkIn: string
  reported: string | null
  expires: string | null
}

// Who has lived here for a while: the papers are asked for on the day of moving in.
const SETTLED = `select oldman_id as "oldmanId", oldman_name as "oldmanName", sex, birth_date as "birthDate",
  check_in_date as "checkIn", health_report_date as reported, health_report_expire as expires
from oldman where org_id = $1 and status = 1 and check_in_date < $2::date - 90 order by md5('papers' || oldman_id) limit ${PEOPLE}`

const FILES = `insert into oldman_file (org_id, file_id, oldman_id, kind, file_name, file_url, size, expire_date, remark, user_id,
  created_at)
select $1, x.id, x."oldmanId", x.kind, x.name, x.url, x.size, x.expires, x.remark, x.user, x.at
from jsonb_to_recordset($2::jsonb) as x(id text, "oldmanId" text, kind text, name text, url text, size int, expires date,
  remark text, "user" text, at timestamptz)`

interface Paper {
  person: Person
  kind: OldmanFileKindValue
  name: string
  content: Buffer
  expires?: string | null
  remark?: string
}

function report({ oldmanName, sex, birthDate, reported }: Person, luck: ReturnType<typeof chance>): Buffer {
  const upper = luck.between(118, 152)
  return pdfPage('健康体检报告', [
    `姓名：${oldmanName}\t性别：${sex === 1 ? '女' : '男'}`,
    `出生日期：${birthDate}\t体检日期：${reported}`,
    '',
    `身高：${luck.between(148, 176)} cm\t体重：${luck.between(45, 76)} kg`,
    `血压：${upper}/${upper - luck.between(44, 62)} mmHg\t心率：${luck.between(62, 86)} 次/分`,
    `空腹血糖：${(luck.between(48, 72) / 10).toFixed(1)} mmol/L\t总胆固醇：${(luck.between(38, 60) / 10).toFixed(1)} mmol/L`,
    `血红蛋白：${luck.between(112, 148)} g/L\t白细胞：${(luck.between(42, 88) / 10).toFixed(1)} ×10^9/L`,
    '心电图：窦性心律，未见明显异常\t胸部正位片：双肺纹理增多',
    '乙肝表面抗原：阴性\t梅毒、艾滋病抗体：阴性',
    '',
    '结论：未见传染性疾病，适合集体生活。',
    '建议：低盐饮食，按时服药，三个月后复查血压、血脂。',
    '',
    `体检机构：杨浦区社区卫生服务中心\t主检医师：周明`,
  ])
}

const agreement = ({ oldmanName, checkIn }: Person): Buffer =>
  pdfPage('贵重物品自行保管协议', [
    '甲方：松鹤康养中心',
    `乙方：${oldmanName}`,
    '',
    '一、乙方入住期间的现金、存折、首饰等贵重物品由本人或家属保管。',
    '二、确需甲方代为保管的，双方当面清点，填写交接清单。',
    '三、未交甲方保管的物品如有遗失，甲方协助查找，不承担赔偿责任。',
    '四、本协议一式两份，双方各执一份，自签字之日起生效。',
    '',
    '甲方（盖章）：松鹤康养中心\t乙方（签字）：',
    `日期：${checkIn}\t日期：${checkIn}`,
  ])

type Copies = Record<'man' | 'woman' | 'household' | 'insurance', Buffer>

function papersOf(person: Person, i: number, luck: ReturnType<typeof chance>, copies: Copies): Paper[] {
  const papers: Paper[] = [
    {
      person,
      kind: 'idCard',
      content: person.sex === 1 ? copies.woman : copies.man,
      name: '身份证复印件.png',
      remark: '长期有效，仅供办理入住',
    },
  ]
  if (i % 3 !== 2) papers.push({ person, kind: 'householdBook', content: copies.household, name: '户口簿本人页.png' })
  if (i % 2 === 0) papers.push({ person, kind: 'insurance', content: copies.insurance, name: '医保卡.png' })
  if (i < REPORTS && person.reported) {
    const content = report(person, luck)
    papers.push({ person, kind: 'healthReport', content, name: '体检报告.pdf', expires: person.expires })
  } else if (i < REPORTS + AGREEMENTS) {
    papers.push({ person, kind: 'contract', content: agreement(person), name: '物品保管协议.pdf' })
  }
  return papers
}

/** Through the front desk's own upload; answers the stored files in the order given. */
async function upload(tx: Tx, demo: DemoContext, files: readonly (readonly [name: string, content: Buffer])[]) {
  const desk = demo.uploader(tx, '刘敏')
  const folder = await workFolder(desk.app.settings.tempDir)
  try {
    const incoming = files.map(([name, content], i) => ({
      name,
      path: join(folder, String(i)),
      size: content.length,
      mime: '',
    }))
    for (const [i, file] of incoming.entries()) await writeFile(file.path, files[i]![1])
    return await storeUploads(desk, incoming, () => ({ use: 'document', act: '上传附件' }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addFiles(tx: Tx, demo: DemoContext): Promise<void> {
  const luck = chance(SEED)
  const people = (await tx.client.query<Person>(SETTLED, [demo.orgId, demo.today])).rows
  const copies = {
    man: await idCardScan(false),
    woman: await idCardScan(true),
    household: await householdScan(),
    insurance: await insuranceScan(),
  }
  const papers = people.flatMap((person, i) => papersOf(person, i, luck, copies))
  const stored = await upload(
    tx,
    demo,
    papers.map(({ name, content }) => [name, content] as const),
  )
  const rows = papers.map(({ person, kind, name, expires = null, remark = null }, i) => {
    const file = stored[i]!
    return {
      id: demo.id(`paper:${person.oldmanId}:${kind}`),
      oldmanId: person.oldmanId,
      kind,
      name,
      url: file.urlPath,
      size: file.fileSizeB,
      expires,
      remark,
      user: demo.staff('刘敏'),
      at: `${kind === 'healthReport' ? person.reported : person.checkIn} 10:40:00`,
    }
  })
  await tx.client.query(FILES, [demo.orgId, JSON.stringify(rows)])
  await refreshCompletenessOf(
    tx,
    people.map((person) => person.oldmanId),
  )
}

export default demoPart(55, addFiles)
