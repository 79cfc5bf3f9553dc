// After the password: which end and which department, when there is more than one. Last time's choice is preselected.
import { useEffect, useId, useState } from 'react'
import type { SessionData } from '#contract/platform/session'
import { Button, LinkButton } from '#web/light/Button'
import { TextField } from '#web/light/Field'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { Spinner } from '#web/light/Spinner'
import { type Choice, departmentsOf, lastChoice, pathOf } from './enter.ts'

/** From here on a list is searched rather than read. */
const SEARCH_FROM = 9

interface OptionsProps<T> {
  title: string
  /** Two in a row: for the few short names of the landing ends. */
  beside?: boolean
  list: readonly T[]
  keyOf: (item: T) => string
  chosen: string | null
  onChoose: (item: T) => void
  render: (item: T) => React.ReactNode
}

function Options<T>({ title, beside, list, keyOf, chosen, onChoose, render }: OptionsProps<T>) {
  const name = useId()
  return (
    <fieldset className={`yy-options${beside ? ' beside' : ''}`}>
      <legend>{title}</legend>
      <div>
        {list.map((item) => (
          <label key={keyOf(item)} className={keyOf(item) === chosen ? 'chosen' : undefined}>
            <input type="radio" name={name} checked={keyOf(item) === chosen} onChange={() => onChoose(item)} />
            {render(item)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface Props {
  user: SessionData
  onEnter: (choice: Choice) => Promise<void>
  onLeave: () => void
}

export function Choose({ user, onEnter, onLeave }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [wanted, setWanted] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let gone = false
    lastChoice(user)
      .catch((): Choice => {
        // Only the preselection is lost.
        const end = user.landingEndList[0]!
        return { end, dept: departmentsOf(user, end)[0] ?? null }
      })
      .then((last) => {
        if (!gone) setChoice(last)
      })
    return () => {
      gone = true
    }
  }, [user])

  if (!choice) return <Spinner size={24} />
  const depts = departmentsOf(user, choice.end)
  const shown = depts.filter((dept) => dept.deptName.includes(wanted.trim()))
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await onEnter(choice)
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{user.empInfo.empName || user.username}，您好</h1>
      <p className="yy-lead">
        {user.lastLoginTime ? `上次登录 ${user.lastLoginTime.slice(0, 16)}，` : ''}请选择从哪里进入。
      </p>
      {failure && <Notice kind="bad">{failure}</Notice>}
      {user.landingEndList.length > 1 && (
        <Options
          title="登录端"
          beside
          list={user.landingEndList}
          keyOf={(end) => end.landingEndId}
          chosen={choice.end.landingEndId}
          onChoose={(end) => {
            const open = departmentsOf(user, end)
            setChoice({ end, dept: open.find((dept) => dept.deptId === choice.dept?.deptId) ?? open[0] ?? null })
          }}
          render={(end) => end.landingEndName}
        />
      )}
      {depts.length >= SEARCH_FROM && (
        <TextField label="查找部门" name="wanted" value={wanted} onChange={setWanted} placeholder="部门名称" />
      )}
      {depts.length > 1 && (
        <Options
          title="部门"
          list={shown}
          keyOf={(dept) => dept.deptId}
          chosen={choice.dept?.deptId ?? null}
          onChoose={(dept) => setChoice({ ...choice, dept })}
          render={(dept) => (
            <>
              {dept.deptName}
              <small>{pathOf(dept, depts)}</small>
            </>
          )}
        />
      )}
      {depts.length > 1 && shown.length === 0 && (
        <p className="yy-lead">
          没有名称包含“{wanted.trim()}”的部门，仍选中 {choice.dept?.deptName}。
        </p>
      )}
      {/* The preselected choice is usually right, so Enter goes on. */}
      <Button kind="primary" submit wide busy={busy} autoFocus>
        进入系统
      </Button>
      <p className="yy-foot-link yy-center-text yy-second">
        不是您的账号？<LinkButton onClick={onLeave}>换个账号</LinkButton>
      </p>
    </form>
  )
}
