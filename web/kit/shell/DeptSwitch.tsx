// Which department's data is worked with. Choosing another one reloads what is on the screen.
import { Check, ChevronDown, Network } from 'lucide-react'
import { useState } from 'react'
import { type DeptInfo, session } from '#contract/platform/session'
import { classes } from '#web/kit/classes'
import { tabs } from '#web/kit/open'
import { Pop } from '#web/kit/parts/Pop'
import { queryClient, useAct } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { loadMenu, loadProfile } from '#web/kit/startup'
import { toast } from '#web/kit/toast'

/** With fewer there is nothing to look for. */
const SEARCHED_FROM = 9

export function DeptSwitch() {
  const user = useSession((state) => state.user)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const select = useAct(session.calls.selectDept)
  if (!user) return null
  const depts = user.dataDeptInfoList
  const current = user.deptInfo
  const choose = async (dept: DeptInfo) => {
    setOpen(false)
    if (dept.deptId === current?.deptId) return
    if ((await select.run({ deptId: dept.deptId })) === undefined) return
    const { landingEndId } = useSession.getState()
    await Promise.all([loadProfile(), landingEndId ? loadMenu(landingEndId) : null])
    queryClient.clear()
    tabs.remake()
    toast.success(`已切换到${dept.deptName}`)
  }
  const shown = depts.filter((dept) => dept.deptName.includes(wanted.trim()))
  const label = [user.orgInfo.orgName, current?.deptName].filter(Boolean).join(' · ')
  if (depts.length < 2) {
    return (
      <span className="yy-dept yy-inline yy-gap-6 yy-ink yy-white yy-round is-fixed" title={label}>
        <Network size={15} aria-hidden />
        <span className="yy-ellipsis">{label}</span>
      </span>
    )
  }
  return (
    <Pop
      placement="bottomLeft"
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setWanted('')
      }}
      content={
        <div className="yy-dept-list">
          {depts.length >= SEARCHED_FROM && (
            <input
              className="yy-wide yy-below-8 yy-round"
              aria-label="查找部门"
              placeholder="查找部门"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
          <ul className="yy-plain-list yy-scroll">
            {shown.map((dept) => (
              <li key={dept.deptId}>
                <button
                  type="button"
                  className={classes('yy-entry', dept.deptId === current?.deptId && 'is-current')}
                  disabled={select.running}
                  onClick={() => void choose(dept)}
                >
                  <span>{dept.deptName}</span>
                  {dept.deptId === current?.deptId && <Check size={14} aria-hidden />}
                </button>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p>没有名称含“{wanted}”的部门</p>}
        </div>
      }
    >
      <button
        type="button"
        className="yy-dept yy-inline yy-gap-6 yy-ink yy-white yy-round"
        title="切换部门"
        disabled={select.running}
      >
        <Network size={15} aria-hidden />
        <span className="yy-ellipsis">{label}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
    </Pop>
  )
}
