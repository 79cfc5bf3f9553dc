// Who uses document templates. Areas that make documents from them register their table, so that the list can count
// and a template in use is not deleted.

export interface TemplateUser {
  /** 份文书 */
  unit: string
  /** Its rows have org_id, and template_id in the named column. */
  table: string
  column?: string
}

const users: TemplateUser[] = []

/** Called while an area's modules are loaded; names are written by the product itself, never by a client. */
export function usesDocumentTemplates(user: TemplateUser): void {
  if (!/^\w+$/.test(user.table) || !/^\w*$/.test(user.column ?? '')) throw new Error(`no table name: ${user.table}`)
  if (users.some((one) => one.table === user.table)) throw new Error(`${user.table} is registered twice`)
  users.push(user)
}

const countIn = ({ table, column = 'template_id' }: TemplateUser, template: string) =>
  `(select count(*) from ${table} u where u.org_id = ${template}.org_id and u.${column} = ${template}.template_id)`

/** An SQL expression: all documents made from the template with this alias. */
export const usesOf = (template: string) =>
  users.length === 0 ? '0' : users.map((user) => countIn(user, template)).join(' + ')

/** One SQL expression for each user, as a JSON list of counts in the order of `unitsOf`. */
export const countsOf = (template: string) =>
  users.length === 0 ? `'[]'::json` : `json_build_array(${users.map((user) => countIn(user, template)).join(', ')})`

export const unitsOf = (): readonly string[] => users.map((user) => user.unit)
