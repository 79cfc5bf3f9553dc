// Papers of residents for tests, each with a resident of its own.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'

/** A resident of a department, in no state that anything depends on. */
export async function paperResident(product: TestApp, dept: string): Promise<string> {
  const oldmanId = newId()
  await product.app.pool.query(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, dept_id)
     select org_id, $3::text, $3::text, '文书老人', 1, $3::text, '1940-01-01', dept_id from dept
      where org_id = $1 and dept_name = $2`,
    [DEMO_ORG, dept, oldmanId],
  )
  return oldmanId
}

const COUNT = 'select template_id as id from document_template where org_id = $1 and template_name = $2'

export async function paperTemplate(product: TestApp, name = '入住风险告知书'): Promise<string> {
  return (await product.app.pool.query<{ id: string }>(COUNT, [DEMO_ORG, name])).rows[0]!.id
}

/** A document in a state, of a resident of a department. */
export async function rowContract(product: TestApp, state = 0, dept = '前台'): Promise<{ contractId: string }> {
  const contractId = newId()
  await product.app.pool.query(
    `insert into contract_document (org_id, contract_id, contract_no, title, doc_type, template_id, template_version,
       oldman_id, html, final_html, state, signers, void_reason)
     values ($1, $2::text, $2::text, '试用文书', '6', $3, 1, $4,
       '<p>甲<span data-placeholder="老人姓名">老人姓名</span></p>', '<p>甲</p>', $5, '["elder"]', 'x')`,
    [DEMO_ORG, contractId, await paperTemplate(product), await paperResident(product, dept), state],
  )
  return { contractId }
}

export interface FormPlace {
  templateId: string
  typeId: string
}

/** The demo's form that may be filled in again and again. */
export async function paperForm(product: TestApp, name = '跌倒风险评估（Morse）'): Promise<FormPlace> {
  const found = await product.app.pool.query<FormPlace>(
    `select template_id as "templateId", type_id as "typeId" from form_template where org_id = $1 and template_name = $2`,
    [DEMO_ORG, name],
  )
  return found.rows[0]!
}

/** A filled form of a resident of a department. */
export async function rowForm(product: TestApp, dept = '前台'): Promise<{ recordId: string; oldmanId: string }> {
  const recordId = newId()
  const { templateId, typeId } = await paperForm(product)
  const oldmanId = await paperResident(product, dept)
  await product.app.pool.query(
    `insert into oldman_template (org_id, record_id, oldman_id, type_id, template_id, template_version, title, record_date)
     values ($1, $2, $3, $4, $5, 1, '试用表', current_date)`,
    [DEMO_ORG, recordId, oldmanId, typeId, templateId],
  )
  return { recordId, oldmanId }
}
