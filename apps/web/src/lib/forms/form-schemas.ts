import { ChangeEmailInput, UpdateProfileInput } from '@knockwire/domain/accounts/account'
import { CreateApiTokenInput } from '@knockwire/domain/accounts/api-token'
import { EmailAddress, VerifyCodeInput } from '@knockwire/domain/accounts/credentials'
import { InviteInput, RenameAccountInput } from '@knockwire/domain/accounts/member'
import { AddPasskeyInput } from '@knockwire/domain/accounts/passkey'
import { ChangePasswordInput, ConfirmInput } from '@knockwire/domain/accounts/security'
import { UpdateChartInput } from '@knockwire/domain/charts/chart'
import { SaveNotificationInput, SaveReceiverNotificationInput } from '@knockwire/domain/notifications/notification'
import { DetailsInput } from '@knockwire/domain/definitions/details'
import { StoreSecretInput } from '@knockwire/domain/definitions/secret'
import { SuspendInput } from '@knockwire/domain/operator/operator'
import { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { SaveTaskInput } from '@knockwire/domain/tasks/task'
import { configureZodErrors } from '@knockwire/domain/schema-errors/zod-errors'

configureZodErrors()

/** What the forms of the dashboard are checked by, with messages for people. */
export const formSchemas = {
  AddPasskeyInput,
  ChangeEmailInput,
  ChangePasswordInput,
  ConfirmInput,
  CreateApiTokenInput,
  DetailsInput,
  EmailAddress,
  InviteInput,
  RenameAccountInput,
  SaveNotificationInput,
  SaveReceiverInput,
  SaveReceiverNotificationInput,
  SaveTaskInput,
  StoreSecretInput,
  SuspendInput,
  UpdateChartInput,
  UpdateProfileInput,
  VerifyCodeInput,
} as const
