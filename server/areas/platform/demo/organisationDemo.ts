// The demo organisation's archive with its licences, and a few neighbours for the operator's list.

import { addOrganisation } from '#server/areas/platform/user/accountCreate'
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'

const profile = {
  nature: 'nonProfit',
  star: 4,
  medical: 'inside',
  legalPerson: '王建国',
  recordNo: '沪杨民养备〔2024〕17号',
  plannedBeds: 260,
  floorArea: 12_860,
  dutyPhone: '021-55668801',
  email: 'office@songhe.example.com',
  services: '全日托养、短期托养、失智专护、康复护理、居家上门服务、社区助餐',
}

/** [kind, name, number, issuer, from, to]; days from today, null does not expire. */
type Line = readonly [string, string, string, string, number, number | null]

const licences: readonly Line[] = [
  ['licence', '民办非企业单位登记证书', '52310110MJ5678901K', '上海市杨浦区民政局', -900, 925],
  ['filing', '养老机构备案回执', '沪杨民养备〔2024〕17号', '上海市杨浦区民政局', -880, null],
  ['food', '食品经营许可证', 'JY33101100123456', '上海市杨浦区市场监督管理局', -1_080, 22],
  ['fire', '消防安全检查合格证', '沪杨消安检字〔2024〕0088号', '上海市杨浦区消防救援支队', -870, null],
  ['medical', '医疗机构执业许可证（护理站）', 'PDY10086031011017D2112', '上海市杨浦区卫生健康委员会', -700, 395],
  ['lift', '电梯定期检验合格证（松鹤楼 2 台）', 'TS3110-2025-01187', '上海市特种设备监督检验技术研究院', -372, -7],
  [
    'lift',
    '电梯定期检验合格证（长青楼、康宁楼 3 台）',
    'TS3110-2025-02241',
    '上海市特种设备监督检验技术研究院',
    -290,
    75,
  ],
  ['building', '房屋安全鉴定报告', 'FJ2023-0419', '上海市房屋建筑设计院有限公司', -1_000, 820],
  ['insurance', '养老机构综合责任保险', 'PZEC202531010000123', '中国人民财产保险股份有限公司', -310, 55],
]

async function addLicences(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(`update organization set region = '310110', profile = $2 where org_id = $1`, [
    demo.orgId,
    JSON.stringify({ ...profile, openedOn: demo.day(-860) }),
  ])
  for (const [i, [kind, name, number, issuer, from, to]] of licences.entries()) {
    await tx.client.query(
      `insert into org_qualification (org_id, qualification_id, kind, name, number, issuer, valid_from, valid_to, remark,
         sort, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        demo.orgId,
        demo.id(`qualification:${i + 1}`),
        kind,
        name,
        number,
        issuer,
        demo.day(from),
        to === null ? null : demo.day(to),
        to !== null && to < 0 ? '已联系检验机构，待安排复检。' : null,
        i,
        demo.at(-850 + i, '10:00'),
      ],
    )
  }
  tx.log({ remark: `登记证照 ${licences.length} 项`, targetType: 'organization', targetId: demo.orgId })
}

/** [name, level, status, licence, contact, phone, address, reason]. None is a second running elderly-care home: the login page then would no longer know whose name to show. */
const neighbours = [
  ['康宁护理院', 2, 1, '12310110425011234A', '韩雪', '021-65431200', '上海市杨浦区控江路 1200 号', null],
  ['福寿老年公寓', 3, 3, '52310109MJ4321098B', '潘志明', '021-56321188', '上海市虹口区四平路 760 号', null],
  [
    '夕阳红托老所',
    3,
    2,
    '52310106MJ8899001C',
    '罗金凤',
    '021-62550011',
    '上海市静安区平型关路 128 号',
    '备案回执与机构名称不一致，请重新上传。',
  ],
  ['便民助餐服务社', 4, 1, '91310110MA1G8XYZ2D', '田立新', '13900218866', '上海市杨浦区延吉中路 77 号', null],
] as const

async function addNeighbours(tx: Tx, demo: DemoContext): Promise<void> {
  for (const [i, [name, level, status, licence, contact, phone, address, reason]] of neighbours.entries()) {
    const orgId = demo.id(`organisation:${i + 1}`)
    await addOrganisation(tx, { orgId, orgName: name, orgLevel: level, orgStatus: status })
    await tx.client.query(
      `update organization set license_no = $2, contact_name = $3, contact_phone = $4, address = $5, reject_reason = $6,
         created_at = $7 where org_id = $1`,
      [orgId, licence, contact, phone, address, reason, demo.at(-400 + i * 70, '14:20')],
    )
  }
}

export async function addInstitutions(tx: Tx, demo: DemoContext): Promise<void> {
  await addLicences(tx, demo)
  await addNeighbours(tx, demo)
}
