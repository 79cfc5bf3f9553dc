import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { StaffSex } from '#contract/platform/session'
import { Facts, HeaderCard, PageCard } from '#web/kit/parts/PageCard'
import { useSession } from '#web/kit/session'

const OwnPassword = lazy(() => import('#web/kit/shell/OwnPassword'))

export default function Profile() {
  const user = useSession((state) => state.user)
  const landingEndId = useSession((state) => state.landingEndId)
  const [changing, setChanging] = useState(false)
  if (!user) return null
  const { empInfo, orgInfo, deptInfo, jobInfo } = user
  const end = user.landingEndList.find((one) => one.landingEndId === landingEndId)
  return (
    <>
      <HeaderCard
        photo={empInfo.workingPicture}
        name={empInfo.empName}
        act={
          <Button type="primary" onClick={() => setChanging(true)}>
            修改密码
          </Button>
        }
        facts={[
          { label: '账号', value: user.username },
          { label: '手机号', value: empInfo.phoneNum },
          { label: '性别', value: StaffSex.find(empInfo.sex as 1 | 2)?.label ?? '—' },
          { label: '机构', value: orgInfo.orgName },
          { label: '部门', value: deptInfo?.deptName },
          { label: '岗位', value: jobInfo.jobName },
        ]}
      />
      <PageCard title="登录" style={{ marginTop: 12 }}>
        <Facts
          columns={3}
          facts={[
            { label: '本次登录', value: user.loginTime },
            { label: '登录地址', value: user.ipAddress },
            { label: '上次登录', value: user.lastLoginTime },
            { label: '登录端', value: end?.landingEndName },
            { label: '身份', value: user.isAdmin ? '机构管理员' : '员工' },
          ]}
        />
      </PageCard>
      <PageCard title="数据范围" sub="可以查看和办理这些部门的数据" style={{ marginTop: 12 }}>
        {user.dataDeptInfoList.length > 0
          ? user.dataDeptInfoList.map((dept) => dept.deptName).join('、')
          : user.isAdmin
            ? '本机构全部部门'
            : '没有分配部门，请联系管理员。'}
      </PageCard>
      <Suspense fallback={null}>{changing && <OwnPassword onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}
