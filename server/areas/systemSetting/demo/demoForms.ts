// Form templates of the demo organisation, and how its bills look on paper.
import { designFault, tidyDesign } from '#contract/kit/formDesign'
import { archiveSources } from '#contract/systemSetting/formTemplate'
import { reportKinds } from '#contract/systemSetting/reportKinds'
import { demoPart } from '#server/kit/demo'
import { textPinyin } from '#server/kit/pinyin'
import { demoForms } from './demoFormDesigns.ts'

export default demoPart(45, async (tx, demo) => {
  const { client } = tx
  const types = [...new Set(demoForms.map((form) => form.type))]
  for (const [i, name] of types.entries()) {
    await client.query(
      'insert into form_template_type (org_id, type_id, type_name, sort, created_at) values ($1, $2, $3, $4, $5)',
      [demo.orgId, demo.id(`form type:${name}`), name, i + 1, demo.at(-90, '09:30')],
    )
  }
  for (const [i, form] of demoForms.entries()) {
    const templateId = demo.id(`form:${form.name}`)
    const { pinyin, initials } = textPinyin(form.name)
    const made = demo.at(-Math.max(form.daysAgo, 90), '10:00')
    const changed = demo.at(-form.daysAgo, '15:20')
    await client.query(
      `insert into form_template (org_id, template_id, type_id, template_name, pinyin, initials, template_type, version,
         revision, enabled, remark, sort, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13)`,
      [
        demo.orgId,
        templateId,
        demo.id(`form type:${form.type}`),
        form.name,
        pinyin,
        initials,
        form.once ? 2 : 1,
        form.designs.length,
        form.off ? 0 : 1,
        form.remark ?? null,
        i + 1,
        made,
        changed,
      ],
    )
    for (const [v, design] of form.designs.entries()) {
      const fault = designFault(design, archiveSources)
      if (fault) throw new Error(`Demo form ${form.name}: ${fault.message}`)
      await client.query(
        `insert into form_template_version (org_id, template_id, version, design, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          demo.orgId,
          templateId,
          v + 1,
          JSON.stringify(tidyDesign(design)),
          demo.staff(form.by),
          v === form.designs.length - 1 ? changed : made,
        ],
      )
    }
    tx.log({ remark: `新增表单模板“${form.name}”（${form.type}）`, targetType: 'formTemplate', targetId: templateId })
  }
  const { usual } = reportKinds.bill
  await client.query('insert into report_template (org_id, kind, content) values ($1, $2, $3)', [
    demo.orgId,
    'bill',
    JSON.stringify({
      ...usual,
      headerLines: ['上海市杨浦区松鹤路 88 号', '收费处 021-5566 8800　08:30–17:00'],
    }),
  ])
  tx.log({ remark: '修改单据模板“月度费用账单”', targetType: 'reportTemplate', targetId: 'report-bill' })
})
