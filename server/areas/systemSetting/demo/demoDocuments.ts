// Document templates of the demo organisation: eight written in the editor, one as a Word file.
import { type PaperData, usualPaper } from '#contract/systemSetting/documentTemplate'
import { sha256Of } from '#server/areas/systemSetting/documentTemplate/documentTemplateFiles'
import {
  CONTRACT_TYPE,
  insertVersion,
  type NewContent,
  writtenContent,
} from '#server/areas/systemSetting/documentTemplate/documentTemplateStore'
import { wordPlaceholders } from '#server/areas/systemSetting/documentTemplate/documentTemplateWord'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { textPinyin } from '#server/kit/pinyin'
import { documentMarkup } from './demoDocumentMarkup.ts'
import { type DemoDocument, demoDocuments } from './demoDocumentTexts.ts'
import { wordOf } from './demoDocumentWord.ts'

/** Types that the dictionary does not bring and this home uses. */
const FURTHER_TYPES = ['入住须知', '授权委托书', '收费确认书', '居家服务协议', '合同补充协议'] as const

const LEAVING: DemoDocument = {
  name: '退住协议',
  scope: 'org',
  type: '退住协议',
  remark: '按集团统一的 Word 版式，办理退住时签订',
  text: `# 退住协议
= 甲方：{机构名称}
= 乙方：{老人姓名}　　身份证号：{老人身份证号}　　床位：{床位全称}
= 丙方（监护人或担保人）：{监护人姓名}　　与老人关系：{监护人关系}　　电话：{监护人电话}
乙方于 {入住日期} 入住甲方，截至 {今天} 共入住 {入住天数} 天。现三方就退住事项达成如下协议：
## 一、退住原因与日期
- 退住原因：□ 回家居住　□ 转院治疗　□ 转往其他机构　□ 老人去世　□ 其他＿＿＿＿＿＿
- 退住日期：＿＿＿＿年＿＿月＿＿日，当日 16:00 前完成物品清点和房间交接。
## 二、费用结算
| 项目 | 金额（元） | 备注
| 应收床位费、护理费、膳食费 | 　 | 按实际入住天数折算
| 代收代付 | 　 | 凭票据
| 已缴费用 | 　 | 　
| 押金 | 　 | 　
| 应退（应补） | 　 | 结清后七个工作日内办理
## 三、物品与资料
- 乙方的证件、医保卡、药品和个人物品已当面清点交还，甲方的设施、用品已收回。
- 甲方保存乙方的服务档案，按规定的年限保管；丙方需要复印的，可凭证件申请。
## 四、其他
- 自退住之日起，养老服务合同终止；三方对已发生的服务和费用没有其他争议。
- 本协议一式三份，三方各执一份，签字盖章后生效。
|| 甲方（盖章）：{机构名称} || 乙方签字：＿＿＿＿＿＿＿＿
|| 经办人：{经办人} || 丙方签字：＿＿＿＿＿＿＿＿
|| 日期：{今天} || 日期：＿＿＿＿年＿＿月＿＿日`,
}

async function addTypes(tx: Tx, demo: DemoContext): Promise<void> {
  await tx.client.query(
    `insert into dictionary_value (org_id, value_id, dictionary_id, value, label, pinyin, initials, sort)
     select d.org_id, n.id, d.dictionary_id, n.value, n.label, n.pinyin, n.initials, n.sort
       from dictionary d, jsonb_to_recordset($3::jsonb) as n(id text, value text, label text, pinyin text, initials text, sort int)
      where d.org_id = $1 and d.dictionary_code = $2
     on conflict do nothing`,
    [
      demo.orgId,
      CONTRACT_TYPE,
      JSON.stringify(
        FURTHER_TYPES.map((label, i) => ({
          id: demo.id(`documentType:${label}`),
          value: String(101 + i),
          label,
          ...textPinyin(label),
          sort: 101 + i,
        })),
      ),
    ],
  )
}

async function typeValues(tx: Tx, demo: DemoContext): Promise<Map<string, string>> {
  const found = await tx.client.query<{ label: string; value: string }>(
    `select v.label, v.value from dictionary d join dictionary_value v
       on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id where d.org_id = $1 and d.dictionary_code = $2`,
    [demo.orgId, CONTRACT_TYPE],
  )
  return new Map(found.rows.map((row) => [row.label, row.value]))
}

async function wordContent(tx: Tx, one: DemoDocument): Promise<NewContent> {
  const file = wordOf(one.text, one.name)
  const fileId = sha256Of(file)
  await tx.client.query(
    'insert into document_template_file (org_id, file_id, size_b, content) values ($1, $2, $3, $4)',
    [tx.orgId, fileId, file.length, file],
  )
  return {
    html: null,
    fileId,
    fileName: `${one.name}.docx`,
    paper: usualPaper,
    placeholders: [...wordPlaceholders(file)],
  }
}

const paperOf = (one: DemoDocument): PaperData => ({ ...usualPaper, header: one.header ?? null })

export default demoPart(46, async (tx, demo) => {
  await addTypes(tx, demo)
  const types = await typeValues(tx, demo)
  const keeper = demo.staff('郑凯')
  for (const [i, one] of [...demoDocuments, LEAVING].entries()) {
    const templateId = demo.id(`documentTemplate:${one.name}`)
    const content =
      one === LEAVING ? await wordContent(tx, one) : writtenContent(documentMarkup(one.text), paperOf(one))
    const { pinyin, initials } = textPinyin(one.name)
    const made = demo.at(-400 + i * 9, '10:20')
    await tx.client.query(
      `insert into document_template (org_id, template_id, template_name, pinyin, initials, scope, doc_type, kind,
         version, enabled, remark, sort, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 1, 1, $9, $10, $11, $11)`,
      [
        demo.orgId,
        templateId,
        one.name,
        pinyin,
        initials,
        one.scope,
        types.get(one.type) ?? '1',
        content.html === null ? 'word' : 'html',
        one.remark,
        i + 1,
        made,
      ],
    )
    await insertVersion(tx, { templateId, version: 1, templateName: one.name, userId: keeper }, content)
    await tx.client.query(
      'update document_template_version set created_at = $3 where org_id = $1 and template_id = $2',
      [demo.orgId, templateId, made],
    )
    tx.log({ remark: `新增文书模板“${one.name}”`, targetType: 'documentTemplate', targetId: templateId })
  }
})
