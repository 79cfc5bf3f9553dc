import { PageCard } from '#web/kit/parts/PageCard'
import { useSession } from '#web/kit/session'
import { Photo } from '#web/kit/shell/Photo'

const WEEKDAYS = '日一二三四五六'

function greetingOf(hour: number): string {
  if (hour < 5) return '夜深了'
  if (hour < 9) return '早上好'
  if (hour < 12) return '上午好'
  if (hour < 14) return '中午好'
  if (hour < 18) return '下午好'
  return '晚上好'
}

export function Greeting({ note }: { note: string }) {
  const user = useSession((state) => state.user)
  if (!user) return null
  const now = new Date()
  const place = [user.orgInfo.orgName, user.deptInfo?.deptName].filter(Boolean).join(' · ')
  return (
    <PageCard className="is-12 yy-greeting">
      <Photo name={user.empInfo.empName} picture={user.empInfo.workingPicture} size={48} />
      <div>
        <h1 className="yy-no-margin yy-strong">
          {user.empInfo.empName}，{greetingOf(now.getHours())}
        </h1>
        <p className="yy-no-margin yy-second">
          {note}　{place}
          {user.jobInfo.jobName ? ` · ${user.jobInfo.jobName}` : ''}
        </p>
      </div>
      <dl>
        <div>
          <dt className="yy-second yy-small-line yy-small">今天</dt>
          <dd className="yy-no-margin">
            {now.getFullYear()}-{String(now.getMonth() + 1).padStart(2, '0')}-{String(now.getDate()).padStart(2, '0')}{' '}
            周{WEEKDAYS[now.getDay()]}
          </dd>
        </div>
        <div>
          <dt className="yy-second yy-small-line yy-small">上次登录</dt>
          <dd className="yy-no-margin">{user.lastLoginTime?.slice(0, 16) ?? '首次登录'}</dd>
        </div>
      </dl>
    </PageCard>
  )
}
