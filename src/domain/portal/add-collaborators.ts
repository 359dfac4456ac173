import { and, eq, sql } from 'drizzle-orm'
import type { PortalCollaboratorRequest } from '../../contract/requests/portal-collaborator-request.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared } from '../../db/store.ts'
import { portalCollaborators, portals } from '../../db/tables/workspace/portal.ts'
import { departments, dimensions } from '../../db/tables/workspace/users.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { mustBeUsers } from '../users/query-users.ts'

type UnitType = (typeof portalCollaborators.$inferSelect)['unitType']

const mustBePortal = mustExist(portals, refuse.unknownPortal)
const mustBeDepartments = mustExist(departments, refuse.unknownDepartment)
const mustBeDimensions = mustExist(dimensions, refuse.unknownDimension)

const byUnit = prepared((store) =>
  store.orm
    .select({ id: portalCollaborators.id })
    .from(portalCollaborators)
    .where(
      and(
        eq(portalCollaborators.portalId, sql.placeholder('portalId')),
        eq(portalCollaborators.unitType, sql.placeholder('unitType')),
        eq(portalCollaborators.unitId, sql.placeholder('unitId')),
      ),
    )
    .prepare(),
)

const insertCollaborator = prepared((store) =>
  store.orm.insert(portalCollaborators).values(placeholdersFor(portalCollaborators)).prepare(),
)

const updateCollaborator = prepared((store) =>
  store.orm
    .update(portalCollaborators)
    .set({
      authType: sql`${sql.placeholder('authType')}`,
      addedBy: sql`${sql.placeholder('addedBy')}`,
      updatedAtMs: sql`${sql.placeholder('updatedAtMs')}`,
    })
    .where(eq(portalCollaborators.id, sql.placeholder('id')))
    .prepare(),
)

/** Adds users, departments and dimension items to the collaborators of a portal, all or none (E14). */
export const addCollaborators = (
  call: ServiceContext,
  request: PortalCollaboratorRequest,
): true => {
  const { store } = call
  const { deptIdList = [], dimensionIdList = [], userIdList = [] } = request
  const named = request.userId === undefined ? [] : [request.userId]
  mustBePortal(store, 'portalId', [request.portalId])
  mustBeUsers(store, 'userId', named)
  mustBeDepartments(store, 'deptIdList', deptIdList)
  mustBeDimensions(store, 'dimensionIdList', dimensionIdList)
  mustBeUsers(store, 'userIdList', userIdList)
  const isCollaborator = call.variant('A-14-1') === 'collaborator'
  const units: [UnitType, readonly number[]][] = [
    ['user', isCollaborator ? [...named, ...userIdList] : userIdList],
    ['department', deptIdList],
    ['dimension', dimensionIdList],
  ]
  const facts = {
    portalId: request.portalId,
    authType: request.authType,
    addedBy: isCollaborator ? call.actor.id : (request.userId ?? call.actor.id),
    updatedAtMs: call.nowMs,
  }
  for (const [unitType, ids] of units)
    for (const unitId of distinct(ids)) put(call, { ...facts, unitType, unitId })
  return true
}

const put = (
  call: ServiceContext,
  row: Omit<typeof portalCollaborators.$inferSelect, 'id'>,
): void => {
  const existing = byUnit(call.store).get({
    portalId: row.portalId,
    unitType: row.unitType,
    unitId: row.unitId,
  })
  if (existing) {
    call.outcome('known-collaborator')
    updateCollaborator(call.store).run({ ...row, id: existing.id })
  } else
    insertCollaborator(call.store).run({ ...row, id: takeIds(call.store, 'portalCollaborator') })
}
