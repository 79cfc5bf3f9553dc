// Fields of the user's form: roles and jobs from what the caller may give, data departments as a tree, a first password
// that is read aloud.
import { Button, Input, Select, TreeSelect } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { DataOf } from '#contract/kit/call'
import type { DeptInfo } from '#contract/platform/session'
import { user } from '#contract/platform/user'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { text } from '#web/kit/fields/text'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'

type Choices = DataOf<typeof user.calls.choices>
interface Item {
  value: string
  label: string
  disabled?: boolean
  title?: string
}

const useChoices = () => useCall(user.calls.choices, {}, { staleTime: 60_000, silent: true }).data
const known = () => queryClient.getQueryData<Choices>(callKey(user.calls.choices, {}))

const rolesOf = (choices: Choices | undefined): Item[] =>
  (choices?.roles ?? []).map((role) => ({
    value: role.roleId,
    label: role.name,
    disabled: !role.grantable,
    ...(!role.grantable && { title: '此角色的权限超出您本人的权限' }),
  }))
const jobsOf = (choices: Choices | undefined): Item[] =>
  (choices?.jobs ?? []).map((job) => ({ value: job.jobId, label: job.jobName }))

type ItemsOf = (choices: Choices | undefined) => Item[]

const labels = (items: readonly Item[], ids: readonly string[] | null | undefined) =>
  (ids ?? []).map((id) => items.find((item) => item.value === id)?.label ?? id).join('、')

function Labels({ of, ids }: { of: ItemsOf; ids: readonly string[] }) {
  return <>{labels(of(useChoices()), ids)}</>
}

function ManySelect({ of, value, onChange, ...rest }: InputProps<string[]> & { of: ItemsOf }) {
  return (
    <Select<string[]>
      placeholder="可多选"
      {...rest}
      className="yy-fill"
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? []}
      options={of(useChoices())}
      onChange={(next) => onChange?.(next)}
    />
  )
}

function OneSelect({ of, value, onChange, ...rest }: InputProps<string> & { of: ItemsOf }) {
  return (
    <Select<string>
      placeholder="全部"
      {...rest}
      className="yy-fill"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? undefined}
      options={of(useChoices()).map(({ value: one, label }) => ({ value: one, label }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}

const many = (of: ItemsOf): Field<string[]> => ({
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 160,
  cell: (ids) => (ids?.length ? <Labels of={of} ids={ids} /> : <None />),
  text: (ids) => labels(of(known()), ids),
  input: (props) => <ManySelect {...props} of={of} />,
  search: (props) => <ManySelect {...props} of={of} />,
})

const one = (of: ItemsOf): Field<string> => ({
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 140,
  searchWidth: 160,
  cell: (id) => (id ? <Labels of={of} ids={[id]} /> : <None />),
  text: (id) => (id ? labels(of(known()), [id]) : ''),
  input: (props) => <OneSelect {...props} of={of} />,
  search: (props) => <OneSelect {...props} of={of} />,
})

export const roles = many(rolesOf)
export const jobs = many(jobsOf)
export const role = one(rolesOf)
export const job = one(jobsOf)

interface DeptNode {
  value: string
  title: string
  children: DeptNode[]
}

const NO_DEPTS: readonly DeptInfo[] = []

function treeOf(depts: readonly DeptInfo[]): DeptNode[] {
  const nodes = new Map(
    depts.map((dept) => [dept.deptId, { value: dept.deptId, title: dept.deptName, children: [] as DeptNode[] }]),
  )
  const top: DeptNode[] = []
  for (const dept of [...depts].sort((a, b) => a.sort - b.sort)) {
    const parent = nodes.get(dept.parentId)
    if (parent && dept.parentId !== dept.deptId) parent.children.push(nodes.get(dept.deptId)!)
    else top.push(nodes.get(dept.deptId)!)
  }
  return top
}

/** A department and all below it. */
function withBelow(depts: readonly DeptInfo[], id: string): string[] {
  return [
    id,
    ...depts
      .filter((dept) => dept.parentId === id && dept.deptId !== id)
      .flatMap((dept) => withBelow(depts, dept.deptId)),
  ]
}

function DeptsInput({ value, onChange, ...rest }: InputProps<string[]>) {
  const depts = useSession((state) => state.user?.dataDeptInfoList ?? NO_DEPTS)
  const tree = useMemo(() => treeOf(depts), [depts])
  const chosen = value ?? []
  const nameOf = (id: string) => depts.find((dept) => dept.deptId === id)?.deptName ?? '（范围外的部门）'
  const change = (next: readonly string[]) => {
    // Whoever ticks a department means those below it too; they may be unticked one by one.
    const added = next.filter((id) => !chosen.includes(id)).flatMap((id) => withBelow(depts, id))
    onChange?.([...new Set([...next, ...added])])
  }
  return (
    <div>
      <TreeSelect<{ value: string; label: string }[]>
        placeholder="可多选"
        {...rest}
        className="yy-fill"
        treeCheckable
        treeCheckStrictly
        showCheckedStrategy={TreeSelect.SHOW_ALL}
        treeDefaultExpandAll
        maxTagCount={12}
        showSearch={{ treeNodeFilterProp: 'title' }}
        value={chosen.map((id) => ({ value: id, label: nameOf(id) }))}
        treeData={tree}
        onChange={(next) => change(next.map((item) => item.value))}
      />
      <span className="yy-above-4 yy-inline-flex yy-gap-16">
        <button
          type="button"
          className="yy-link"
          disabled={rest.disabled}
          onClick={() => onChange?.(depts.map((dept) => dept.deptId))}
        >
          全部部门
        </button>
        <button type="button" className="yy-link" disabled={rest.disabled} onClick={() => onChange?.([])}>
          清空
        </button>
      </span>
    </div>
  )
}

const deptNames = (ids: readonly string[] | null | undefined) => {
  const depts = useSession.getState().user?.dataDeptInfoList ?? NO_DEPTS
  return (ids ?? []).map((id) => depts.find((dept) => dept.deptId === id)?.deptName ?? id).join('、')
}

export const departments: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  chooses: true,
  width: 200,
  cell: (ids) => deptNames(ids) || <None />,
  text: deptNames,
  input: (props) => <DeptsInput {...props} />,
  search: (props) => <DeptsInput {...props} />,
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** Readable aloud: six letters, four digits. */
export function readablePassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(10))
  return Array.from(random, (n, i) => (i < 6 ? LETTERS[n % LETTERS.length] : DIGITS[n % DIGITS.length])).join('')
}

/** Shown as it is, because it is handed over; never kept in drafts. */
export const firstPassword: Field<string> & { secret: true } = {
  ...text,
  secret: true,
  text: () => '',
  input: ({ value, onChange, ...rest }) => (
    <span className="yy-user-password yy-flex yy-gap-8">
      <Input {...rest} value={value ?? ''} onChange={(event) => onChange?.(event.target.value || null)} />
      <Button
        icon={<RefreshCw size={14} aria-hidden />}
        disabled={rest.disabled}
        onClick={() => onChange?.(readablePassword())}
      >
        换一个
      </Button>
    </span>
  ),
}
