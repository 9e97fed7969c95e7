// Generated from the description of the API by generate.ts: change it there, not here.

export interface paths {
    "/api/v1/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what this server offers
         * @description Who may sign up, and the ways to sign in that it accepts.
         */
        get: operations["getInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether single sign-on is set up
         * @deprecated
         * @description For pages of earlier versions. `GET /api/v1/instance` says more.
         */
        get: operations["getSignInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign up */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email a code to set a new password
         * @description The response is the same whether or not the address has an account.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with an emailed code, and sign in */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete your account and everything in it
         * @description This cannot be undone. Sessions and tokens end immediately.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your usage */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your settings */
        post: operations["updateSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/send_email_validation_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Email a code to confirm an address */
        post: operations["sendEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/verify_email_validation_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm an address with its code */
        post: operations["verifyEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your name */
        post: operations["updateProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your account’s address to a verified one */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export all of your data as one ZIP archive of JSON lines */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** End all your other sessions */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your sign-in methods */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the session was confirmed within ten minutes
         * @description Used by a page before it opens a file that only a confirmed session gets.
         */
        get: operations["checkConfirmation"];
        put?: never;
        /**
         * Confirm your identity with your password
         * @description For ten minutes the session may then change the account’s sign-in methods.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password, and end all other sessions */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a sign-in with a passkey */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your passkeys */
        get: operations["listPasskeys"];
        put?: never;
        /** Add a passkey */
        post: operations["createPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to add a passkey */
        post: operations["startPasskeyCreation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your tokens */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description Only this response contains the token itself.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/tokens/{tokenId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a token of yours another value
         * @description Only this response contains the value. The value before it is accepted for an hour more.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a token */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts you are a member of */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{accountId}/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to another account
         * @description The session’s calls act in that account from then on.
         */
        post: operations["selectAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rename your account */
        post: operations["renameAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite someone by email
         * @description The email’s link works once, for 7 days. Another invitation to the address replaces this one.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read an invitation */
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of your account */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change a member’s role */
        post: operations["updateMember"];
        /**
         * Remove a member, or leave the account
         * @description Owners remove anyone; everybody else only themselves. The last owner stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of the audit log, newest first
         * @description For owners of the account. Events are kept for a year, and are never changed.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/audit-events/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log, oldest event first, as JSON lines
         * @description Narrowed down by the filters of the list. At most 20 exports per hour.
         */
        get: operations["exportAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts of this server */
        get: operations["listOperatorAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{accountId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an account
         * @description Its tasks stop, its receivers answer 404, and its members read but change nothing.
         */
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{accountId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the suspension of an account */
        post: operations["resumeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{accountId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the plan of an account
         * @description A subscription that it pays for is cancelled.
         */
        post: operations["setAccountPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an account with everything in it */
        delete: operations["deleteOperatorAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users of this server */
        get: operations["listOperatorUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End all sessions of a user */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{userId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Email a user a code to reset the password */
        post: operations["sendUserPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{userId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Email a user a code to confirm the address */
        post: operations["sendUserConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of this server */
        get: operations["getOperatorOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set the banner, and pause or resume all calls */
        post: operations["setOperatorState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List unexpected errors */
        get: operations["listUnexpectedErrors"];
        put?: never;
        post?: never;
        /** Clear the list of unexpected errors */
        delete: operations["clearUnexpectedErrors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what operators did, newest first */
        get: operations["listOperatorAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your payment method and next payment */
        get: operations["getBilling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/lifecycle/add-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Save a card */
        post: operations["saveCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/lifecycle/update-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your plan */
        post: operations["changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/me/lifecycle/remove-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the saved card */
        post: operations["removeCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stripe/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Webhook for changes of a customer at Stripe */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is silent, failing or late
         * @description Tasks that fail, were deactivated after failed executions, or whose execution is due and has not begun; receivers whose expected call is late or missing. At most 20 of each are listed, and all are counted.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List tasks */
        get: operations["listTasks"];
        put?: never;
        /** Create a whole task, with its notifications and bookmarks */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/empty": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an empty draft */
        post: operations["createTaskDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a task as a draft */
        post: operations["duplicateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the drafts that are not empty */
        get: operations["listTaskDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a task */
        get: operations["getTask"];
        put?: never;
        /** Save a draft or a task; with activate=true, create the task from its draft or activate it */
        post: operations["updateTask"];
        /** Delete a task that is not active, or any with deactivate=true; or cancel a draft */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /** Change some of a task by a merge patch (RFC 7396) of its definition */
        patch: operations["patchTask"];
        trace?: never;
    };
    "/api/v1/tasks/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate all disabled tasks that match */
        post: operations["activateTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete several tasks */
        post: operations["deleteTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/lifecycle/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a task once, immediately, as stored or with the given request */
        post: operations["testTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/lifecycle/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a task */
        post: operations["activateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/lifecycle/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a task */
        post: operations["deactivateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/update-last-open-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that the task was opened */
        post: operations["markTaskOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/update-last-slack-setup-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that the browser goes to Slack */
        post: operations["markSlackSetupStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/executions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the executions of a task, oldest first, as JSON lines or as an HTTP Archive
         * @description Narrowed down by the filters of the list. A line is an execution as its details have it; a body that is no text is in base64. Secret headers are masked. At most 20 exports per hour.
         */
        get: operations["exportExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/executions/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the executions of a task that have ended: those behind a cursor, or as they end
         * @description Whole rows in the order of their commits, the one that was recorded first in front: who goes on with the cursor of the last answer misses none and gets none twice. Where rows behind the cursor were deleted before they were read, the answer is 410 `GONE` with the `cursor` to go on with and how many are `missed`. With `Accept: text/event-stream`, rows come as events as they are recorded (`id` is the cursor), and what was deleted as an event `gap`. At most 20 calls that wait and streams of an account at once. Tests are among them. Notifications that are decided later are missing in a row. Secret headers are masked.
         */
        get: operations["followExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the executions of a task, as rows or, with `include=details`, whole */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an execution with its bodies, and the page it is on */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/executions/{executionId}/reveal-headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the headers of an execution’s response with the values that are masked elsewhere */
        post: operations["revealExecutionHeaders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/charts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the bookmarks of a task */
        get: operations["listBookmarks"];
        put?: never;
        /** Create a bookmark */
        post: operations["createBookmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/charts/{chartId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update a bookmark */
        post: operations["updateBookmark"];
        /** Delete a bookmark */
        delete: operations["deleteBookmark"];
        options?: never;
        head?: never;
        /** Change some of a bookmark by a merge patch (RFC 7396) */
        patch: operations["patchBookmark"];
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a task’s executions over a time range, or of a page
         * @description Counts, response times and uptime in buckets, for a chart, and the runs to plot: every one, or in longer ranges the last of each bucket. Kept for 90 days; `90d` begins with the first of them. A bucket without runs in which the schedule had one says whether the task was disabled or its runs were missed. Test runs are not counted. `executions` asks for these instead of a range.
         */
        get: operations["getTaskSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how a task is: whether and since when it fails or is up, its uptime and response times of 24 hours, and its last 60 runs */
        get: operations["getTaskHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/planned-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the planned times of a task that did not run, with why, and how late its runs started
         * @description Each planned time of an active task either has its execution or is in one of these ranges: skipped since the execution before was still in flight, missed while the server was away, behind or paused by its operator, or dropped by a change of the task. Kept for 90 days.
         */
        get: operations["listPlannedRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List receivers */
        get: operations["listReceivers"];
        put?: never;
        /** Create a whole receiver from a body; without one, an empty receiver, which with draft=true is not listed and does not count before it is activated */
        post: operations["createReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the receivers that are drafts */
        get: operations["listReceiverDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a receiver */
        post: operations["duplicateReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a receiver */
        get: operations["getReceiver"];
        put?: never;
        /** Save a receiver */
        post: operations["updateReceiver"];
        /** Delete a receiver that is not active, or any with deactivate=true */
        delete: operations["deleteReceiver"];
        options?: never;
        head?: never;
        /** Change some of a receiver by a merge patch (RFC 7396) of its definition */
        patch: operations["patchReceiver"];
        trace?: never;
    };
    "/api/v1/receivers/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete several receivers */
        post: operations["deleteReceivers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/lifecycle/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Activate a receiver */
        post: operations["activateReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/lifecycle/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deactivate a receiver */
        post: operations["deactivateReceiver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/heartbeat/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the newest changes of a receiver’s heartbeat */
        get: operations["listHeartbeatChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/heartbeat/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a heartbeat’s uptime and durations over a time range
         * @description When it was up, late and down, how often and for how long, by the changes that are kept, the newest 1,000: before them nothing is known. How long its runs took whose start was signalled, too, by the newest 5,000 requests, and by the changes where those are no longer stored. A run that took too long counts with the time after which it was, as long as no end of it is known.
         */
        get: operations["getHeartbeatHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/heartbeat/rhythm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a receiver’s requests say is usual
         * @description What a receiver would learn from its requests of the last four weeks, by the hour of the week, and when it would have alerted in that time. Nothing is saved: try it before you save an expectation with the mode LEARNED, which needs 14 days of requests.
         */
        get: operations["getLearnedRhythm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the requests of a receiver, oldest first, as JSON lines
         * @description Narrowed down by the filters of the list. A line is a request as its details have it. Secret headers are masked. At most 20 exports per hour.
         */
        get: operations["exportReceivedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the requests of a receiver */
        get: operations["listReceivedRequests"];
        put?: never;
        post?: never;
        /**
         * Delete all requests of a receiver, with the records of their notifications
         * @description This cannot be undone. Requests that arrive meanwhile are kept.
         */
        delete: operations["deleteReceivedRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/{executionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a received request with its bodies, and the page it is on */
        get: operations["getReceivedRequest"];
        put?: never;
        post?: never;
        /** Delete a received request, with the records of its notifications */
        delete: operations["deleteReceivedRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the requests of a receiver: what was recorded behind a cursor, or as it comes
         * @description Whole rows in the order of their commits, the one that was recorded first in front: who goes on with the cursor of the last answer misses none and gets none twice. Where rows behind the cursor were deleted before they were read, the answer is 410 `GONE` with the `cursor` to go on with and how many are `missed`. With `Accept: text/event-stream`, rows come as events as they are recorded (`id` is the cursor), and what was deleted as an event `gap`. At most 20 calls that wait and streams of an account at once. Secret headers are masked, but for an editor or a token that may write with `reveal=headers`, which the audit log notes once an hour.
         */
        get: operations["followReceivedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/{executionId}/forwards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what a machine responded to a received request that was forwarded to it
         * @description The newest 10 of a request are kept, for 30 days, and shown with it.
         */
        post: operations["reportForward"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the requests that a receiver rejected, by reason */
        get: operations["getRejectedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/{executionId}/reveal-headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the headers of a received request with the values that are masked elsewhere */
        post: operations["revealReceivedHeaders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/executions/{executionId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a received request again, to your own URL */
        post: operations["replayReceivedRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/badges/{badgeToken}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state that a badge shows */
        get: operations["getBadge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/badges/{badgeToken}/svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a badge as a picture */
        get: operations["getBadgePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is new of a task: its executions and, where they changed, the task, its health and a series
         * @description For a page that is open: one call for all that it shows. `after` names the newest row that it has, and `seen` is the `state` of the last response; `changed` is null until it is another.
         */
        get: operations["getTaskNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what is new of a receiver: its requests and, where they changed, the receiver and its counts of rejected requests
         * @description For a page that is open: one call for all that it shows. `after` names the newest row that it has, and `seen` is the `state` of the last response; `changed` is null until it is another.
         */
        get: operations["getReceiverNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notifications of a task, or those of all tasks */
        get: operations["listNotifications"];
        put?: never;
        /** Create a notification of a task */
        post: operations["createNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update a notification of a task */
        post: operations["updateNotification"];
        /** Delete a notification of a task */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        /** Change some of a notification of a task by a merge patch (RFC 7396) */
        patch: operations["patchNotification"];
        trace?: never;
    };
    "/api/v1/notifications/{id}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mute a notification of a task */
        post: operations["muteNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/unmute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unmute a notification of a task */
        post: operations["unmuteNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Render a task’s notification for the latest execution */
        post: operations["previewNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a task’s notification once as a test, saved or not */
        post: operations["testNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/preview-execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what an execution would send through each notification of its task
         * @description Of the notifications as they are now. Nothing is sent.
         */
        post: operations["previewExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receiver-notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the notifications of a receiver, or those of all receivers */
        get: operations["listReceiverNotifications"];
        put?: never;
        /** Create a notification of a receiver */
        post: operations["createReceiverNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receiver-notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update a notification of a receiver */
        post: operations["updateReceiverNotification"];
        /** Delete a notification of a receiver */
        delete: operations["deleteReceiverNotification"];
        options?: never;
        head?: never;
        /** Change some of a notification of a receiver by a merge patch (RFC 7396) */
        patch: operations["patchReceiverNotification"];
        trace?: never;
    };
    "/api/v1/receiver-notifications/{id}/mute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mute a notification of a receiver */
        post: operations["muteReceiverNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receiver-notifications/{id}/unmute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unmute a notification of a receiver */
        post: operations["unmuteReceiverNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receiver-notifications/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Render a receiver’s notification for the latest request */
        post: operations["previewReceiverNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receiver-notifications/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a receiver’s notification once as a test, saved or not */
        post: operations["testReceiverNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a notification of a task to other tasks */
        post: operations["copyNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/signing-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the secret that signs the HTTP notifications of the account */
        get: operations["getSigningSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a failed delivery again */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List whole tasks, with their notifications and bookmarks, as a PUT takes them */
        get: operations["listTaskDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/by-key/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a whole task by its key */
        get: operations["getTaskByKey"];
        /** Create or replace a whole task by its key */
        put: operations["putTaskByKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List whole receivers, with their notifications, as a PUT takes them */
        get: operations["listReceiverDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/by-key/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a whole receiver by its key */
        get: operations["getReceiverByKey"];
        /** Create or replace a whole receiver by its key */
        put: operations["putReceiverByKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plan or apply a file of tasks and receivers */
        post: operations["apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the projects */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a project and what of it was edited by hand */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Delete a project, and let go of what it manages or delete that as well */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a whole task as its definition */
        get: operations["getTaskDefinition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receivers/{receiverId}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a whole receiver as its definition */
        get: operations["getReceiverDefinition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the secrets, without their values */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store a secret, or change its value */
        put: operations["putSecret"];
        post?: never;
        /** Delete a secret that nothing refers to, or any with force=true */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/slack/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your Slack channels */
        get: operations["listSlackChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/slack/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Go from a Slack dialog to Slack’s page, where a channel is chosen */
        get: operations["startSlackSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/slack-callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return from Slack’s page to the dialog */
        get: operations["finishSlackSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/slack-callback/receiver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return from Slack’s page to the dialog */
        get: operations["finishReceiverSlackSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/twilio/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Webhook for the status of a text message at Twilio */
        post: operations["receiveTextMessageStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the current rates for a loan */
        post: operations["getRates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the rates for a loan over time */
        get: operations["getRateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rate sources */
        get: operations["listRateSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your subscription to the daily email */
        get: operations["getRateSubscription"];
        put?: never;
        post?: never;
        /** Unsubscribe from the daily email */
        delete: operations["unsubscribeFromRates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribe to the daily email for a loan, or change the loan */
        post: operations["subscribeToRates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your rate alerts */
        get: operations["listRateAlerts"];
        put?: never;
        /** Create an alert that is sent once a rate is at or below your target */
        post: operations["createRateAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mortgage-rates/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a rate alert */
        delete: operations["deleteRateAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/client-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Report errors that a page met in a browser */
        post: operations["reportClientErrors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /**
             * @description What programs tell rejections apart by; it does not change, unlike the message.
             * @enum {string}
             */
            code: "MALFORMED" | "INVALID_FIELDS" | "SIGNED_OUT" | "WRONG_CREDENTIALS" | "FOREIGN_ORIGIN" | "WRONG_HOST" | "OTHER_ACCOUNT" | "FORBIDDEN" | "CONFIRMATION_NEEDED" | "ADDRESS_UNCONFIRMED" | "ACCOUNT_SUSPENDED" | "SIGN_UPS_CLOSED" | "INVITATION_NEEDED" | "SIGN_IN_METHOD_OFF" | "NOT_FOUND" | "GONE" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "OUT_OF_DATE" | "PRECONDITION_FAILED" | "PAYMENT_FAILED" | "PLAN_LIMIT" | "RATE_LIMITED" | "TOO_LARGE" | "UNSUPPORTED_TYPE" | "NOT_SET_UP" | "UNAVAILABLE" | "INTERNAL";
            /** @description What is wrong and what to do about it, for people. */
            message: string;
            /** @description One message for each field that is at fault, by the key of the field. */
            errors?: {
                [key: string]: string;
            };
            /** @description Every reason at once, each with its place. */
            problems?: components["schemas"]["Problem"][];
            /** @description The id by which the server’s operator finds the call in its log; also in the header `X-Request-Id`. */
            requestId?: string;
            /** @description The message once more, of calls that have always named it so. */
            error?: string;
            /** @description What is stored now, where a save started from an older version. */
            current?: unknown;
            /** @description The dotted paths of the fields that were changed meanwhile. */
            changedFields?: string[];
            /** @description The cursor to go on with, where rows behind the one that was sent were deleted. */
            cursor?: string;
            /** @description How many rows were deleted before they were read; null where that is not known. */
            missed?: number | null;
        };
        Problem: {
            /**
             * @description The part of the request that the value stands in.
             * @enum {string}
             */
            in: "body" | "query" | "headers";
            /** @description The JSON Pointer (RFC 6901) of the value; null where no single value is to blame. */
            path: string | null;
            /** @description The key of the same message in `errors`. */
            key?: string;
            /** @description `invalid_value` for a rule of the product, else what the schema found, such as `invalid_type` or `too_big`. */
            code: string;
            /** @description What is wrong and what to do about it, for people. */
            message: string;
            /** @description The values that are accepted there, where they can be listed. */
            allowed?: (string | number | boolean | null)[];
            /** @description Where the body stops being JSON. */
            position?: {
                /** @description Counted in UTF-16 units, from 0. */
                offset: number;
                /** @description Counted from 1. */
                line: number;
                /** @description Counted from 1. */
                column: number;
            };
        };
        Task: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name of the task; null while it has none, and its URL is shown instead. */
            name: string | null;
            /**
             * @description `DRAFT`: not created yet. `ACTIVE`: it runs on its schedule. `DISABLED`: it does not.
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When somebody looked at the task last; null: nobody did. */
            lastOpenedAt: string | null;
            /** @description When the task runs. */
            scheduler: components["schemas"]["Schedule"];
            /** @description The request that is sent. */
            request: components["schemas"]["Request"];
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /** @description How many notifications the task has; with none, its executions notify nobody. */
            notificationCount: number;
        };
        RecentRun: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
             * @enum {string}
             */
            trigger: "SCHEDULE" | "TEST";
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED";
            /** @description The HTTP status code; null where no response came. */
            statusCode: number | null;
            /** @description Why it failed; null where it did not. */
            errorCode: ("DNS_NOT_FOUND" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_INVALID" | "TIMEOUT" | "BLOCKED_ADDRESS" | "TOO_MANY_REDIRECTS" | "INVALID_RESPONSE" | "NOT_COMPLETED" | "COMPLETION_FAILED" | "INTERRUPTED" | "UNUSABLE_SECRET" | "INTERNAL" | "INCONCLUSIVE") | null;
            /** @description Milliseconds until the response had come; null where none came. */
            responseTimeMs: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        TaskHealth: {
            /** @description Since when; null where that is not known. */
            since: string | null;
            /** @description The failure that goes on; null while the task is up. */
            failing: {
                /** @description How many runs of the schedule have failed since. */
                runs: number;
                /** @description How many of them had no response. */
                failures: number;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                since: string;
                /** @description The run with which it began. */
                firstRunId: string | null;
                /** @description The last run before it that was up; null where there was none. */
                lastSuccess: {
                    /**
                     * Format: uuid
                     * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                     */
                    id: string;
                    /**
                     * Format: date-time
                     * @description When that was.
                     */
                    at: string;
                } | null;
                /** @description After how many more failures in a row the task is deactivated. */
                failuresUntilDeactivation: number | null;
            } | null;
            /** @description The last failure that is over; null where there was none. */
            lastOutage: {
                /**
                 * Format: date-time
                 * @description From when on.
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description Until when.
                 */
                to: string;
                /** @description The HTTP status code; null where no response came. */
                statusCode: number | null;
            } | null;
            /** @description The share of runs that got a response below 400; null without runs. */
            uptimePercent: number | null;
            /** @description The median of the response times in milliseconds; null where no response came. */
            medianMs: number | null;
            /** @description The 95th percentile of the response times in milliseconds; null where no response came. */
            p95Ms: number | null;
            /** @description The latest runs, the newest first. */
            recentRuns: components["schemas"]["RecentRun"][];
        };
        TestRun: {
            /**
             * Format: uuid
             * @description The id of the execution.
             */
            executionId: string;
            /**
             * @description `SAVED`: the stored request was sent. `UNSAVED`: the one that came with the call.
             * @enum {string}
             */
            version: "SAVED" | "UNSAVED";
        };
        Schedule: components["schemas"]["IntervalSchedule"] | components["schemas"]["CronSchedule"] | components["schemas"]["OneTimeSchedule"];
        IntervalSchedule: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "INTERVAL";
            /** @description The seconds from one run to the next, with the mode `INTERVAL`. */
            intervalSecond: number | null;
            /** @description A cron expression of five fields, with the mode `CUSTOM`. */
            expression: string | null;
            /** @description The time zone of the expression, such as `Europe/Berlin`; null is UTC. */
            timezone: string | null;
            /** @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`. */
            oneTimeModeEpochSecond: number | null;
            /** @description The time zone in which that time is shown; it does not move it. */
            oneTimeModeTimezone: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond: number | null;
            /**
             * @description Whether the task runs on it.
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED";
            /** @description Why it does not run: `USER` deactivated it, too many `FAILURES` in a row, `DONE` since its one time has been, or the account is `SUSPENDED`. Null while it runs. */
            disabledReason: ("USER" | "FAILURES" | "DONE" | "SUSPENDED") | null;
            /** @description When the task runs next; null where it does not. */
            nextExecutionDate: string | null;
        };
        CronSchedule: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "CUSTOM";
            /** @description The seconds from one run to the next, with the mode `INTERVAL`. */
            intervalSecond: number | null;
            /** @description A cron expression of five fields, with the mode `CUSTOM`. */
            expression: string | null;
            /** @description The time zone of the expression, such as `Europe/Berlin`; null is UTC. */
            timezone: string | null;
            /** @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`. */
            oneTimeModeEpochSecond: number | null;
            /** @description The time zone in which that time is shown; it does not move it. */
            oneTimeModeTimezone: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond: number | null;
            /**
             * @description Whether the task runs on it.
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED";
            /** @description Why it does not run: `USER` deactivated it, too many `FAILURES` in a row, `DONE` since its one time has been, or the account is `SUSPENDED`. Null while it runs. */
            disabledReason: ("USER" | "FAILURES" | "DONE" | "SUSPENDED") | null;
            /** @description When the task runs next; null where it does not. */
            nextExecutionDate: string | null;
        };
        OneTimeSchedule: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "ONE_TIME";
            /** @description The seconds from one run to the next, with the mode `INTERVAL`. */
            intervalSecond: number | null;
            /** @description A cron expression of five fields, with the mode `CUSTOM`. */
            expression: string | null;
            /** @description The time zone of the expression, such as `Europe/Berlin`; null is UTC. */
            timezone: string | null;
            /** @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`. */
            oneTimeModeEpochSecond: number | null;
            /** @description The time zone in which that time is shown; it does not move it. */
            oneTimeModeTimezone: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond: number | null;
            /**
             * @description Whether the task runs on it.
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED";
            /** @description Why it does not run: `USER` deactivated it, too many `FAILURES` in a row, `DONE` since its one time has been, or the account is `SUSPENDED`. Null while it runs. */
            disabledReason: ("USER" | "FAILURES" | "DONE" | "SUSPENDED") | null;
            /** @description When the task runs next; null where it does not. */
            nextExecutionDate: string | null;
        };
        Request: {
            /** @description Where to, and with what. */
            target: {
                /** @description An http or https URL. */
                uri: string;
                /**
                 * @description The HTTP method.
                 * @enum {string}
                 */
                method: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                /** @description The headers, in the order in which they go out or came. */
                headers: components["schemas"]["Headers"];
                /** @description The body; null: none. */
                body: string | null;
                /** @description Whether redirects are followed. */
                followRedirect: boolean;
                /** @description Whether a certificate that cannot be verified is accepted. */
                allowInsecureCerts: boolean;
                /** @description Credentials of HTTP basic authentication. */
                basicAuth: {
                    /**
                     * @description Whether the credentials are sent.
                     * @enum {string}
                     */
                    status: "ENABLED" | "DISABLED";
                    /** @description The name to sign in with. */
                    username: string;
                    /** @description Whether a password is stored; it is never answered. */
                    passwordSet: boolean;
                };
            };
        };
        Headers: [
            string,
            string
        ][];
        HttpBody: {
            /**
             * @description `base64` where the bytes are not text.
             * @enum {string}
             */
            encoding: "text" | "base64";
            /** @description The text, or the bytes in base64; empty where there are none, and in long lists. */
            content: string;
            /** @description The bytes in base64, of a text whose bytes are not its characters in UTF-8. */
            base64?: string;
            /** @description The size of the whole in bytes, as far as it was read. */
            bytes: number;
            /** @description Whether `content` is only the beginning. */
            isTruncated: boolean;
        };
        Execution: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /**
             * @description `SUCCEEDED`: a response came, whatever its status code. `FAILED`: none came, or only a redirect that leads nowhere.
             * @enum {string}
             */
            status: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED";
            /**
             * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
             * @enum {string}
             */
            trigger: "SCHEDULE" | "TEST";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was due.
             */
            scheduledFor: string;
            /** @description When the request was begun; null while it waits. */
            startedAt: string | null;
            /** @description How many milliseconds after its time it started; null while it has not. */
            lagMs: number | null;
            /** @description Milliseconds until the response had come; null where none came. */
            responseTimeMs: number | null;
            /** @description Until when its completion is waited for; null where it is not. */
            waitsUntil: string | null;
            /** @description Where the time went; null where the request was not made. */
            timing: components["schemas"]["ExecutionTiming"] | null;
            /** @description The request as it was sent, its secrets masked. */
            request: components["schemas"]["ExecutionRequest"];
            /** @description What was answered; null where nothing was. */
            response: components["schemas"]["ExecutionResponse"] | null;
            /** @description What went wrong, for people; null where nothing did. */
            error: components["schemas"]["ExecutionError"] | null;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["Delivery"][];
            /** @description Conditions that could not be decided as they are meant. */
            conditionProblems: {
                /**
                 * Format: uuid
                 * @description The id of the notification.
                 */
                notificationId: string;
                /** @description Which value could not be read. */
                reason: string;
            }[];
        };
        ExecutionRow: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED";
            /**
             * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
             * @enum {string}
             */
            trigger: "SCHEDULE" | "TEST";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was due.
             */
            scheduledFor: string;
            /** @description When the request was begun; null while it waits. */
            startedAt: string | null;
            /** @description How many milliseconds after its time it started; null while it has not. */
            lagMs: number | null;
            /** @description Milliseconds until the response had come; null where none came. */
            responseTimeMs: number | null;
            /** @description What was answered; null where nothing was. */
            response: {
                /** @description The HTTP status code. */
                statusCode: number;
                /** @description The size of the body in bytes. */
                bodyBytes: number;
            } | null;
            /** @description What went wrong, for people; null where nothing did. */
            error: {
                /**
                 * @description What programs tell the case by.
                 * @enum {string}
                 */
                code: "DNS_NOT_FOUND" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_INVALID" | "TIMEOUT" | "BLOCKED_ADDRESS" | "TOO_MANY_REDIRECTS" | "INVALID_RESPONSE" | "NOT_COMPLETED" | "COMPLETION_FAILED" | "INTERRUPTED" | "UNUSABLE_SECRET" | "INTERNAL" | "INCONCLUSIVE";
                /** @description What is wrong and what to do about it, for people. */
                message: string;
            } | null;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["DeliveryMark"][];
        };
        Series: {
            /**
             * @description What is covered: a span of time, or `page`: the executions that were named.
             * @enum {string}
             */
            range: "page" | "1h" | "24h" | "7d" | "30d" | "90d";
            /**
             * Format: date-time
             * @description From when on.
             */
            from: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            to: string;
            /** @description The length of a bucket in seconds. */
            bucketSeconds: number;
            /** @description Runs of the schedule; tests do not count. */
            runs: number;
            /** @description Runs that say nothing about the target, because of a fault of ours; they are not among `runs`. */
            inconclusive: number;
            /** @description Runs without a response. */
            failures: number;
            /** @description Runs whose response had a status code of 400 or above. */
            httpErrors: number;
            /** @description The median of the response times in milliseconds; null where no response came. */
            medianMs: number | null;
            /** @description The 95th percentile of the response times in milliseconds; null where no response came. */
            p95Ms: number | null;
            /** @description The share of runs that got a response below 400; null without runs. */
            uptimePercent: number | null;
            /** @description How far the two times may be from the exact ones, in percent. */
            timeErrorPercent: number;
            /** @description The span in equal parts, oldest first. */
            buckets: {
                /**
                 * Format: date-time
                 * @description When the bucket begins.
                 */
                at: string;
                /** @description Runs of the schedule; tests do not count. */
                runs: number;
                /** @description Runs that say nothing about the target, because of a fault of ours; they are not among `runs`. */
                inconclusive: number;
                /** @description Runs without a response. */
                failures: number;
                /** @description Runs whose response had a status code of 400 or above. */
                httpErrors: number;
                /** @description The median of the response times in milliseconds; null where no response came. */
                medianMs: number | null;
                /** @description The 95th percentile of the response times in milliseconds; null where no response came. */
                p95Ms: number | null;
                /** @description Why nothing ran although the schedule has a time then: the task was `DISABLED`, or its runs were `MISSED`; else null. */
                gap: ("DISABLED" | "MISSED") | null;
            }[];
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_text" | "response_body_json";
            /** @description The header’s name, the JSON path or the CSS selector; empty for other sources. */
            property: string;
            /** @description Why the property cannot be read; null where it can. */
            propertyProblem: string | null;
            /** @description Single values, oldest first. */
            points: {
                /**
                 * @description What the values are.
                 * @enum {string}
                 */
                kind: "EVERY_RUN" | "LAST_OF_EACH_BUCKET";
                /** @description The items, in the order that the call names. */
                results: {
                    /**
                     * Format: uuid
                     * @description The id of the execution.
                     */
                    executionId: string;
                    /**
                     * Format: date-time
                     * @description When that was.
                     */
                    at: string;
                    /**
                     * @description The state that it is in.
                     * @enum {string}
                     */
                    status: "SUCCEEDED" | "FAILED";
                    /** @description Whether it says nothing about the target, because of a fault of ours. */
                    isInconclusive: boolean;
                    /** @description The HTTP status code; null where no response came. */
                    statusCode: number | null;
                    /**
                     * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
                     * @enum {string}
                     */
                    trigger: "SCHEDULE" | "TEST";
                    /** @description The value; null where there is none. */
                    value: number | null;
                }[];
                /** @description How many executions have no value that could be read. */
                unread: number;
            };
        };
        Notifications: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["Notification"][];
            /** @description How many there are on all pages. */
            total?: number;
            /** @description The page, counted from 0. */
            page?: number;
        };
        Notification: components["schemas"]["EmailNotification"] | components["schemas"]["SmsNotification"] | components["schemas"]["SlackNotification"] | components["schemas"]["HttpNotification"];
        EmailNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        SmsNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        SlackNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: components["schemas"]["SlackSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        HttpNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description The request that is sent. */
            request: components["schemas"]["Request"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        ReceiverNotifications: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["ReceiverNotification"][];
            /** @description How many there are on all pages. */
            total?: number;
            /** @description The page, counted from 0. */
            page?: number;
        };
        ReceiverNotification: components["schemas"]["EmailReceiverNotification"] | components["schemas"]["SmsReceiverNotification"] | components["schemas"]["SlackReceiverNotification"] | components["schemas"]["HttpReceiverNotification"];
        EmailReceiverNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        SmsReceiverNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        SlackReceiverNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: components["schemas"]["SlackSetting"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        HttpReceiverNotification: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description The request that is sent. */
            request: components["schemas"]["Request"];
            /** @description Until when it sends nothing; null where it is not muted. */
            mute: components["schemas"]["Mute"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        Condition: {
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_code" | "response_time" | "response_header" | "response_body_json" | "response_body_html_element" | "response_body_text";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property: string;
            /**
             * @description How the value is compared.
             * @enum {string}
             */
            comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
            /**
             * @description What the value is compared with; null where the comparison needs nothing.
             * @default null
             */
            rightValue: (string | number) | null;
            /**
             * @description Several comparisons; where it is set it decides, and the fields beside it only repeat its first one.
             * @default null
             */
            advancedCondition: {
                /** @description Alternatives: one that holds is enough. */
                orOperands: {
                    /** @description Comparisons that all have to hold. */
                    andOperands: {
                        /**
                         * @description Where the value is taken from.
                         * @enum {string}
                         */
                        source: "response_code" | "response_time" | "response_header" | "response_body_json" | "response_body_html_element" | "response_body_text";
                        /**
                         * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
                         * @default
                         */
                        property: string;
                        /**
                         * @description How the value is compared.
                         * @enum {string}
                         */
                        comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
                        /**
                         * @description What the value is compared with; null where the comparison needs nothing.
                         * @default null
                         */
                        rightValue: (string | number) | null;
                    }[];
                }[];
            } | null;
        };
        RequestCondition: {
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "request_method" | "request_header" | "request_body_json" | "request_form_field" | "request_body_html_element" | "request_body_text";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property: string;
            /**
             * @description How the value is compared.
             * @enum {string}
             */
            comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
            /**
             * @description What the value is compared with; null where the comparison needs nothing.
             * @default null
             */
            rightValue: (string | number) | null;
            /**
             * @description Several comparisons; where it is set it decides, and the fields beside it only repeat its first one.
             * @default null
             */
            advancedCondition: {
                /** @description Alternatives: one that holds is enough. */
                orOperands: {
                    /** @description Comparisons that all have to hold. */
                    andOperands: {
                        /**
                         * @description Where the value is taken from.
                         * @enum {string}
                         */
                        source: "request_method" | "request_header" | "request_body_json" | "request_form_field" | "request_body_html_element" | "request_body_text";
                        /**
                         * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
                         * @default
                         */
                        property: string;
                        /**
                         * @description How the value is compared.
                         * @enum {string}
                         */
                        comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
                        /**
                         * @description What the value is compared with; null where the comparison needs nothing.
                         * @default null
                         */
                        rightValue: (string | number) | null;
                    }[];
                }[];
            } | null;
        };
        Firing: {
            /**
             * @description `EVERY_TIME` the condition is met, or `ON_START`: once when it begins to be met.
             * @default EVERY_TIME
             * @enum {string}
             */
            mode: "EVERY_TIME" | "ON_START";
            /**
             * @description Whether a second message is sent when it is over.
             * @default false
             */
            notifyOnRecovery: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow: number;
        };
        When: {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "EACH_REQUEST";
        } | {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "REQUEST";
            /** @description When to send a message. */
            condition: components["schemas"]["RequestCondition"];
            /**
             * @description `EVERY_TIME` the condition is met, or `ON_START`: once when it begins to be met.
             * @default EVERY_TIME
             * @enum {string}
             */
            mode: "EVERY_TIME" | "ON_START";
            /**
             * @description Whether a second message is sent when it is over.
             * @default false
             */
            notifyOnRecovery: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow: number;
        } | {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "HEARTBEAT";
            /**
             * @description Whether a second message is sent when it is over.
             * @default true
             */
            notifyOnRecovery: boolean;
            /**
             * @description Whether a message is sent also when a signal is late, and its grace not over.
             * @default false
             */
            notifyWhenLate: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow: number;
        };
        EmailSetting: {
            /** @description An email address that was confirmed for the account. */
            address: string;
            /** @description The subject, a Liquid template. */
            subject: string;
            /** @description The text, a Liquid template. */
            template: string;
        };
        SmsSetting: {
            /**
             * @description Always `+1`: the United States and Canada.
             * @constant
             */
            countryCode: "+1";
            /** @description The number, kept as `+12125550100`. */
            phoneNumber: string;
            /** @description The text, a Liquid template. */
            template: string;
        };
        SlackSetting: {
            /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
            channelId: string;
            /** @description The message, a Liquid template. */
            messageTemplate: string;
            /** @description The Slack workspace. */
            teamName: string;
            /** @description The Slack channel’s name. */
            channel: string;
        };
        SlackChannel: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The Slack workspace. */
            teamName: string;
            /** @description The Slack channel’s name. */
            channel: string;
        };
        Mute: {
            /** @description Until when; null: without an end. */
            until: string | null;
        };
        NotificationPreview: {
            /** @description The execution or received request that the texts are about; null while there is none, and examples stand in. */
            subjectId: string | null;
            /** @description How the condition is decided; null where nothing is there to decide it on. */
            verdict: components["schemas"]["PreviewedVerdict"] | null;
            /** @description The filled-in templates, by their keys. */
            texts: {
                [key: string]: components["schemas"]["PreviewedText"];
            };
        };
        Delivery: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId: string;
            /**
             * @description The channel that the message is sent through.
             * @enum {string}
             */
            type: "EMAIL" | "SMS" | "SLACK" | "HTTP";
            /** @description The address, number, Slack channel or URL that it goes to. */
            recipient: string;
            /** @description The condition that was met, in words, as it was then; null for a test and for a received request. */
            condition: string | null;
            /**
             * @description What became of the message. `LIMIT_EXCEEDED`: a plan’s limit was reached, so it was not sent. `MUTED`: its notification was muted.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED" | "LIMIT_EXCEEDED" | "MUTED";
            /** @description How many times it was tried. */
            attempts: number;
            /** @description What went wrong, for people; null where nothing did. */
            error: string | null;
            /** @description What was answered; null where nothing was. */
            response: {
                /** @description The HTTP status code. */
                statusCode: number;
                /** @description The beginning of what was answered; null where that is not text. */
                body: string | null;
            } | null;
            /** @description The delivery whose email lists this one, where several were joined; else null. */
            joinedTo: string | null;
            /** @description When it was delivered; null where it was not. */
            deliveredAt: string | null;
            /** @description When it is tried again; null where it is not. */
            nextAttemptAt: string | null;
        };
        DeliveryMark: {
            /**
             * @description The channel that the message is sent through.
             * @enum {string}
             */
            type: "EMAIL" | "SMS" | "SLACK" | "HTTP";
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED" | "LIMIT_EXCEEDED" | "MUTED";
            /** @description How many times it was tried. */
            attempts: number;
            /** @description When it was delivered; null where it was not. */
            deliveredAt: string | null;
        };
        Bookmarks: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["Bookmark"][];
        };
        Bookmark: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_json";
            /** @description The header’s name, the JSON path or the CSS selector; empty for other sources. */
            property: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
        };
        Receiver: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name, as people see it. */
            name: string;
            /** @description Where the receiver is called. */
            url: string;
            /**
             * @description `ACTIVE`: it answers and records requests. `DISABLED`: it answers 404.
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED";
            /** @description Whether it is still being created; activating it creates it. */
            isDraft: boolean;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /** @description The status code that is answered. */
            responseCode: number;
            /** @description The body that is answered, a Liquid template. */
            responseBody: string;
            /** @description The headers that are answered. */
            responseHeaders: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation: components["schemas"]["Expectation"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses: string[];
            /** @description How a receiver that expects calls fares; null where it expects none. */
            heartbeat: components["schemas"]["Heartbeat"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        ReceivedRequestRow: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            httpMethod: "GET" | "HEAD" | "POST";
            /** @description The status code that was answered. */
            responseCode: number;
            /** @description The IP address that it came from. */
            remoteAddress: string;
            /**
             * @description What it says to the heartbeat of its receiver; null where that expected no calls, or as many as usual.
             * @default null
             */
            signal: components["schemas"]["RequestSignal"] | null;
            /** @description The path and query behind the receiver’s own URL, cut where they are long. */
            target: string;
            /** @description The `Content-Type` of the request; null where it had none. */
            contentType: string | null;
            /** @description The size of the body in bytes. */
            requestBytes: number;
            /** @description What the sender calls it, such as `push`; null where it says nothing. */
            event: string | null;
            /** @description Whether something went wrong while the response was made. */
            hasErrors: boolean;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["DeliveryMark"][];
        };
        RequestSignal: {
            /**
             * @description A signal, or why it is none. `UNMET`: a success that does not meet its condition; `UNDECIDED`: its condition is yet to be decided; `IGNORED`: a HEAD request where those do not count.
             * @enum {string}
             */
            kind: "SUCCESS" | "START" | "FAIL" | "UNMET" | "LOG" | "UNDECIDED" | "IGNORED";
            /** @description The exit code that the run reported; null where it reported none. */
            exitCode: number | null;
        };
        RejectedRequests: {
            /** @description How many requests a minute each receiver takes. */
            requestsPerMinute: number;
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * @description Why the requests were rejected.
                 * @enum {string}
                 */
                reason: "OVER_LIMIT" | "TOO_LARGE" | "METHOD_NOT_ALLOWED" | "DISABLED" | "UNAVAILABLE";
                /** @description How many in the last hour. */
                lastHour: number;
                /** @description How many in the last day. */
                lastDay: number;
                /** @description How many in the last week. */
                lastWeek: number;
                /**
                 * Format: date-time
                 * @description When it occurred first.
                 */
                firstAt: string;
                /**
                 * Format: date-time
                 * @description When it occurred last.
                 */
                lastAt: string;
            }[];
        };
        Replay: {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "response";
            /** @description The HTTP status code. */
            statusCode: number;
            /** @description The headers, in the order in which they go out or came. */
            headers: components["schemas"]["Headers"];
            /** @description What came back. */
            body: components["schemas"]["HttpBody"];
            /** @description Milliseconds until the response had come, or the failure was known. */
            responseTimeMs: number;
        } | {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "failure";
            /**
             * @description What programs tell the case by.
             * @enum {string}
             */
            code: "DNS_NOT_FOUND" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_INVALID" | "TIMEOUT" | "BLOCKED_ADDRESS" | "TOO_MANY_REDIRECTS" | "INVALID_RESPONSE" | "NOT_COMPLETED" | "COMPLETION_FAILED" | "INTERRUPTED" | "UNUSABLE_SECRET" | "INTERNAL" | "INCONCLUSIVE";
            /** @description What is wrong and what to do about it, for people. */
            message: string;
            /** @description Milliseconds until the response had come, or the failure was known. */
            responseTimeMs: number;
        };
        Expectation: {
            /**
             * @description `EVERY`: so many seconds after the call before. `CRON`: at the times of an expression. `LEARNED`: as many requests as are usual at that hour of the week.
             * @enum {string}
             */
            mode: "EVERY" | "CRON" | "LEARNED";
            /**
             * @description The seconds from one call to the next, with the mode `EVERY`.
             * @default null
             */
            everySeconds: number | null;
            /**
             * @description A cron expression of five fields, with the mode `CRON`.
             * @default null
             */
            expression: string | null;
            /**
             * @description The time zone of the expression, and of the days and hours, such as `Europe/Berlin`; null is UTC.
             * @default null
             */
            timezone: string | null;
            /**
             * @description How many seconds a call may be late.
             * @default 60
             */
            graceSeconds: number;
            /**
             * @description How many seconds a run may take from its start to its end; null: until the next call is overdue.
             * @default null
             */
            maxRunSeconds: number | null;
            /**
             * @description The days and hours in which calls are expected; null: always.
             * @default null
             */
            activeHours: components["schemas"]["ActiveHours"] | null;
            /**
             * @description Whether HEAD requests count, which a preview of a link sends, too.
             * @default false
             */
            countsHead: boolean;
            /**
             * @description The condition that a call has to meet to count as a success; null: each does.
             * @default null
             */
            successCondition: components["schemas"]["RequestCondition"] | null;
        };
        Heartbeat: {
            /**
             * @description The state of the heartbeat.
             * @enum {string}
             */
            state: "NEW" | "UP" | "RUNNING" | "LATE" | "DOWN" | "PAUSED";
            /**
             * Format: date-time
             * @description When it took this state.
             */
            since: string;
            /** @description When the last call came; null: none did. */
            lastSignalAt: string | null;
            /** @description When the call is expected, or was; null where none is. */
            expectedAt: string | null;
            /** @description Shows the state to anyone who knows the address: as JSON, and as a picture behind `/svg`. */
            badgeUrl: string;
        };
        HeartbeatChanges: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["HeartbeatChange"][];
        };
        HeartbeatChange: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: date-time
             * @description When that was.
             */
            at: string;
            /**
             * @description The state of the heartbeat from then on.
             * @enum {string}
             */
            state: "NEW" | "UP" | "RUNNING" | "LATE" | "DOWN" | "PAUSED";
            /**
             * @description What moved the state. `AS_USUAL`: as many requests came as usual, and no more than usual were rejected. `NOT_JUDGED`: it was late, and not all requests of that time could be counted.
             * @enum {string}
             */
            reason: "SIGNAL" | "STARTED" | "LATE" | "SILENT" | "FAILED" | "UNMET" | "RUN_TOO_LONG" | "TOO_FEW" | "REJECTED" | "AS_USUAL" | "NOT_JUDGED" | "EDITED" | "PAUSED" | "RESUMED";
            /** @description When the call is expected, or was; null where none is. */
            expectedAt: string | null;
            /** @description When the last call came; where a call made the change, the one before it. Null: none did. */
            lastSignalAt: string | null;
            /** @description How many milliseconds the run took that ended, or had taken that did not end in time; null where that is not known. */
            duration: number | null;
            /** @description The exit code that the run reported; null where it reported none. */
            exitCode: number | null;
            /** @description How many milliseconds later than its grace it happened, since the server could take no call for a time; null where it always could. */
            absence: number | null;
            /** @description What was counted where what is usual did not come, with the reasons `TOO_FEW`, `REJECTED` and `LATE`; else null. */
            counted: components["schemas"]["CountedRequests"] | null;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["Delivery"][];
        };
        CountedRequests: {
            /**
             * @description `RECEIVED`: requests that were recorded. `REJECTED`: those that were rejected with 4xx.
             * @enum {string}
             */
            kind: "RECEIVED" | "REJECTED";
            /** @description How many came in this time. */
            count: number;
            /**
             * Format: date-time
             * @description From when on.
             */
            from: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            to: string;
            /** @description How many are usual at least: nine of ten counts are in the range. */
            usualFrom: number;
            /** @description How many are usual at most. */
            usualTo: number;
        };
        LearnedRhythm: {
            /** @description The time zone whose clocks the hours are those of, such as `Europe/Berlin`. */
            timezone: string;
            /** @description For how many days requests are known of. */
            days: number;
            /** @description How many days are needed. */
            neededDays: number;
            /** @description Why what is usual cannot be expected yet; null where it can. */
            problem: string | null;
            /**
             * Format: date-time
             * @description From when on.
             */
            from: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            to: string;
            /** @description How many requests are usual in each of the 168 hours of the week, from Monday at midnight; null where it is not known. */
            hours: (number | null)[];
            /** @description The hours that are judged, in the order of the week. In others too few requests come. */
            windows: components["schemas"]["UsualWindow"][];
            /** @description More rejected requests in an hour are an alert. */
            mostRejected: number;
            /** @description After how many seconds a silence is noticed at the latest, without the grace time; null where none would be. */
            silenceNoticedWithin: number | null;
            /** @description When it would have alerted in this time; of what went on, the first. */
            alerts: components["schemas"]["CountedRequests"][];
        };
        UsualWindow: {
            /** @description The first hour, from 0 for Monday at midnight. */
            start: number;
            /** @description How many hours of the week are judged together. */
            hours: number;
            /** @description How many requests are usual. */
            expected: number;
            /** @description How many are usual at least: nine of ten counts are in the range. */
            usualFrom: number;
            /** @description How many are usual at most. */
            usualTo: number;
            /** @description Fewer requests are an alert. */
            lowest: number;
        };
        Badge: {
            /** @description The name of the receiver. */
            name: string;
            /**
             * @description The state of the heartbeat.
             * @enum {string}
             */
            state: "NEW" | "UP" | "RUNNING" | "LATE" | "DOWN" | "PAUSED";
            /**
             * Format: date-time
             * @description When it took this state.
             */
            since: string;
        };
        DeletedMany: {
            /** @description The ids of those that were deleted. */
            deleted: number;
            /** @description Those that were not deleted, and why. */
            problems: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /**
                 * @description What programs tell the case by.
                 * @enum {string}
                 */
                code: "MALFORMED" | "INVALID_FIELDS" | "SIGNED_OUT" | "WRONG_CREDENTIALS" | "FOREIGN_ORIGIN" | "WRONG_HOST" | "OTHER_ACCOUNT" | "FORBIDDEN" | "CONFIRMATION_NEEDED" | "ADDRESS_UNCONFIRMED" | "ACCOUNT_SUSPENDED" | "SIGN_UPS_CLOSED" | "INVITATION_NEEDED" | "SIGN_IN_METHOD_OFF" | "NOT_FOUND" | "GONE" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "OUT_OF_DATE" | "PRECONDITION_FAILED" | "PAYMENT_FAILED" | "PLAN_LIMIT" | "RATE_LIMITED" | "TOO_LARGE" | "UNSUPPORTED_TYPE" | "NOT_SET_UP" | "UNAVAILABLE" | "INTERNAL";
                /** @description What is wrong and what to do about it, for people. */
                message: string;
            }[];
        };
        Account: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
            /**
             * @description The plan of the account.
             * @enum {string}
             */
            plan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
            /** @description How many tasks the account may have. */
            maxTaskNumber: number;
            /** @description Who is signed in, or made the token. */
            user: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The email address. */
                email: string;
                /** @description The first name; may be empty. */
                firstName: string;
                /** @description The last name; may be empty. */
                lastName: string;
            };
            /** @description Whether the caller’s own address is confirmed. */
            isEmailVerified: boolean;
            /** @description The addresses that notifications may go to. */
            verifiedEmails: string[];
            /** @description What was used in the running period of the plan. */
            usage: {
                /** @description Emails that were sent in the running period. */
                emailCount: number;
                /** @description Text messages that were sent in the running period. */
                smsCount: number;
            };
            /**
             * @description How the caller’s list of tasks is sorted.
             * @enum {string}
             */
            taskListSortKey: "createdAt" | "lastOpenedAt" | "name";
            /** @description The settings of the account. */
            settings: {
                /** @description Whether a notification may have several comparisons. */
                isAdvancedConditionEnabled: boolean;
            };
            /** @description What the operator of the server has set up. */
            server: {
                /** @description Whether Slack can be connected. */
                isSlackConfigured: boolean;
                /** @description Whether plans can be bought. */
                isBillingConfigured: boolean;
                /** @description Whether emails can be sent. */
                canSendMail: boolean;
                /** @description Whether tasks are called and messages are sent. */
                makesCalls: boolean;
                /** @description Since when the server’s own network fails; null where it does not. */
                networkOutageSince: string | null;
                /** @description What the operator says to everybody; null: nothing. */
                banner: string | null;
                /** @description Since when the operator has paused all calls; null: they are made. */
                callsPausedAt: string | null;
            };
            /** @description Why the account is suspended; null where it is not. */
            suspendedReason: string | null;
            /** @description Whether the user runs the server. */
            isOperator: boolean;
            /** @description The value itself, which is answered nowhere again. */
            token?: {
                /**
                 * @description `READ`: every call that changes nothing. `WRITE`: also those that do.
                 * @enum {string}
                 */
                scope: "READ" | "WRITE";
                /** @description The calls that the token is narrowed down to; null: all that `scope` allows. */
                scopes: ("tasks:read" | "tasks:write" | "receivers:read" | "receivers:write" | "requests:reveal" | "secrets:write" | "apply")[] | null;
                /** @description The one project that the token may apply; null: it is bound to none. */
                project: string | null;
            };
        };
        Usage: {
            /** @description Emails that were sent in the running period. */
            emailCount: number;
            /** @description Text messages that were sent in the running period. */
            smsCount: number;
            /** @description Slack and HTTP notifications of the last minute. */
            slackAndHttpCount: number;
            /** @description How many tasks the account has. */
            taskCount: number;
            /** @description How many receivers the account has. */
            receiverCount: number;
            /** @description The size of all histories in bytes. */
            storedBytes: number;
        };
        Tokens: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["Token"][];
        };
        Token: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description What the token is for, in the words of its maker. */
            name: string;
            /** @description The address of the user who made it; it does no more than their role lets them. */
            createdBy: string;
            /** @description Whether that is the caller, who alone can rotate it. */
            isOwn: boolean;
            /** @description The first characters of the token, by which its maker recognizes it. */
            prefix: string;
            /**
             * @description `READ`: every call that changes nothing. `WRITE`: also those that do.
             * @enum {string}
             */
            scope: "READ" | "WRITE";
            /** @description The calls that the token is narrowed down to; null: all that `scope` allows. */
            scopes: ("tasks:read" | "tasks:write" | "receivers:read" | "receivers:write" | "requests:reveal" | "secrets:write" | "apply")[] | null;
            /** @description The one project that the token may apply; null: it is bound to none. */
            project: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When it expires; null: never. */
            expiresAt: string | null;
            /** @description Whether it has expired. */
            isExpired: boolean;
            /** @description Until when the value before the last rotation is accepted; null where that is over, or there was none. */
            previousExpiresAt: string | null;
            /** @description When it was used last, to the minute; null: never. */
            lastUsedAt: string | null;
        };
        CreatedToken: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The name, as people see it. */
            name: string;
            /** @description The address of the user who made it; it does no more than their role lets them. */
            createdBy: string;
            /** @description Whether that is the caller, who alone can rotate it. */
            isOwn: boolean;
            /** @description The first characters of the token, by which its maker recognizes it. */
            prefix: string;
            /**
             * @description `READ`: every call that changes nothing. `WRITE`: also those that do.
             * @enum {string}
             */
            scope: "READ" | "WRITE";
            /** @description The calls that the token is narrowed down to; null: all that `scope` allows. */
            scopes: ("tasks:read" | "tasks:write" | "receivers:read" | "receivers:write" | "requests:reveal" | "secrets:write" | "apply")[] | null;
            /** @description The one project that the token may apply; null: it is bound to none. */
            project: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When it expires; null: never. */
            expiresAt: string | null;
            /** @description Whether it has expired. */
            isExpired: boolean;
            /** @description Until when the value before the last rotation is accepted; null where that is over, or there was none. */
            previousExpiresAt: string | null;
            /** @description When it was used last, to the minute; null: never. */
            lastUsedAt: string | null;
            /** @description The value itself, which is answered nowhere again. */
            token: string;
        };
        Member: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            userId: string;
            /** @description The email address. */
            email: string;
            /** @description The first name; may be empty. */
            firstName: string;
            /** @description The last name; may be empty. */
            lastName: string;
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When it was used last, to the minute; null: never. */
            lastSeenAt: string | null;
        };
        Invitation: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The email address. */
            email: string;
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
            /** @description The address of the member who invited them. */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        Session: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was used last, to the minute.
             */
            lastSeenAt: string;
            /** @description How the browser names itself; null where it does not. */
            userAgent: string | null;
            /** @description The IP address that it came from. */
            remoteAddress: string | null;
            /** @description Whether it is the one that asks. */
            isCurrent: boolean;
        };
        SignInMethods: {
            /** @description Whether they sign in with a password. */
            hasPassword: boolean;
            /** @description Whether they sign in by single sign-on. */
            isProviderLinked: boolean;
            /** @description How many passkeys they have. */
            passkeys: number;
        };
        CodeSent: {
            /** @description The email address. */
            email: string;
            /** @description For how many seconds the code works. */
            expiresInSeconds: number;
        };
        Passkey: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When it was used last, to the minute; null: never. */
            lastUsedAt: string | null;
            /** @description Whether the passkey is kept by a password manager. */
            isBackedUp: boolean;
        };
        AuditEvent: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description When that was. */
            at: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "account.deleted" | "account.exported" | "account.plan_changed" | "account.renamed" | "account.settings_changed" | "account.resumed" | "account.suspended" | "account.switched" | "audit_log.exported" | "bookmark.created" | "bookmark.deleted" | "bookmark.updated" | "card.added" | "card.removed" | "delivery.resent" | "email_address.code_requested" | "email_address.confirmed" | "email_address.unsubscribed" | "instance.banner_changed" | "instance.calls_paused" | "instance.calls_resumed" | "instance.errors_cleared" | "invitation.created" | "invitation.revoked" | "member.joined" | "member.left" | "member.removed" | "member.role_changed" | "notification.created" | "notification.deleted" | "notification.muted" | "notification.tested" | "notification.unmuted" | "notification.updated" | "passkey.added" | "passkey.removed" | "execution.headers_revealed" | "project.applied" | "project.deleted" | "rate_alert.created" | "rate_alert.deleted" | "rate_subscription.changed" | "rate_subscription.ended" | "rate_subscription.started" | "receiver.activated" | "receiver.created" | "receiver.deactivated" | "receiver.deleted" | "receiver.draft_created" | "receiver.draft_deleted" | "receiver.headers_revealed" | "receiver.history_exported" | "receiver.replayed" | "receiver.requests_deleted" | "receiver.updated" | "request.headers_revealed" | "secret.created" | "secret.deleted" | "secret.updated" | "session.ended" | "session.others_ended" | "signing_secret.revealed" | "slack_channel.connected" | "task.activated" | "task.created" | "task.deactivated" | "task.deleted" | "task.history_exported" | "task.draft_created" | "task.draft_deleted" | "task.tested" | "task.updated" | "token.created" | "token.revoked" | "token.rotated" | "user.code_resent" | "user.confirmation_failed" | "user.confirmed" | "user.invited" | "user.email_changed" | "user.password_changed" | "user.provider_linked" | "user.password_reset" | "user.password_reset_failed" | "user.password_reset_requested" | "user.preferences_changed" | "user.profile_changed" | "user.sign_in_failed" | "user.signed_out_everywhere" | "user.signed_in" | "user.signed_out" | "user.signed_up";
            /** @description Who did it. */
            actor: {
                /**
                 * @description Who did it: a `USER` in a browser, a program with a `TOKEN`, a `VISITOR`, an `OPERATOR`, or the `SYSTEM` itself.
                 * @enum {string}
                 */
                kind: "USER" | "TOKEN" | "VISITOR" | "OPERATOR" | "SYSTEM";
                /** @description The id of the user. */
                userId: string | null;
                /** @description The email address. */
                email: string | null;
                /** @description The id of the API token; null where there is none. */
                tokenId: string | null;
                /** @description The name of the token; null where there is none. */
                tokenName: string | null;
                /** @description The IP address that it came from; null where there was none. */
                address: string | null;
            };
            /** @description What it was done to; null where that is no object. */
            object: {
                /**
                 * @description What kind of object it is.
                 * @enum {string}
                 */
                type: "ACCOUNT" | "BOOKMARK" | "CARD" | "DELIVERY" | "EMAIL_ADDRESS" | "EXECUTION" | "INVITATION" | "MEMBER" | "NOTIFICATION" | "PASSKEY" | "PROJECT" | "RATE_ALERT" | "RATE_SUBSCRIPTION" | "RECEIVER" | "REQUEST" | "SECRET" | "SESSION" | "SIGNING_SECRET" | "SLACK_CHANNEL" | "TASK" | "TOKEN" | "USER";
                /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
                id: string | null;
                /** @description The name that the object had at the time; null where it has none. */
                name: string | null;
            } | null;
            /** @description What was changed. */
            changes: {
                /** @description The dotted path of the field. */
                field: string;
                /** @description The value before; null where there was none. */
                before: string | null;
                /** @description The value afterwards; null where there is none. */
                after: string | null;
                /** @description Whether the value is secret, and not shown. */
                isSecret: boolean;
            }[];
            /** @description The id of the request that did it; null where none did. */
            requestId: string | null;
            /** @description The id of the task or receiver that it belongs to; null where it belongs to none. */
            subjectId: string | null;
        };
        Instance: {
            /**
             * @description Who may sign up.
             * @enum {string}
             */
            signUps: "open" | "invited" | "closed";
            /** @description The domains whose addresses may sign up; empty: all. */
            allowedDomains: string[];
            /** @description The ways to sign in. */
            signInMethods: ("password" | "passkey" | "oidc")[];
            /** @description Whether the server has the pages about rates. */
            hasRates: boolean;
            /** @description Whether the server has the site with the documentation. */
            hasSite: boolean;
            /** @description Whom people here ask for help; null where the operator has named nobody. */
            supportEmail: string | null;
            /** @description What accounts may do; null where their plans say it. */
            limits: {
                /** @description What the limits are called. */
                label: null;
                /** @description How many tasks an account may have. */
                tasks: number;
                /** @description How many receivers an account may have. */
                receivers: number;
                /** @description How many emails may be sent. */
                emails: {
                    /** @description How many. */
                    limit: number;
                    /**
                     * @description The calendar period, in UTC.
                     * @enum {string}
                     */
                    per: "day" | "month";
                };
                /** @description How many text messages may be sent in a month. */
                textsPerMonth: number;
                /** @description How many Slack and HTTP notifications are sent in a minute. */
                notificationsPerMinute: {
                    /** @description For each account. */
                    account: number;
                    /** @description For each host that is called. */
                    host: number;
                };
                /** @description How many requests each receiver takes in a minute. */
                receiverCallsPerMinute: number;
                /** @description After how many failures in a row a task is deactivated. */
                failuresBeforeDeactivation: number | null;
                /** @description How much of a history is kept. */
                history: {
                    /** @description How many executions of each task are kept. */
                    executions: number;
                    /** @description How many days a history is kept. */
                    days: number | null;
                };
                /** @description The size of all histories in bytes. */
                storedBytes: number;
            } | null;
            /**
             * @description The plan of new accounts.
             * @enum {string}
             */
            defaultPlan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
        };
        OperatorAccount: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description The plan of the account.
             * @enum {string}
             */
            plan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
            /** @description When it was created. */
            createdAt: string;
            /** @description Since when and why the account is suspended; null where it is not. */
            suspended: {
                /** @description When that was. */
                at: string;
                /** @description Why, as the operator wrote it. */
                reason: string;
            } | null;
            /** @description The members of the account. */
            members: {
                /**
                 * Format: uuid
                 * @description The id of the user.
                 */
                userId: string;
                /** @description The email address. */
                email: string;
                /**
                 * @description What the user may do in the account.
                 * @enum {string}
                 */
                role: "OWNER" | "EDITOR" | "VIEWER";
            }[];
            /** @description How many tasks the account has. */
            taskCount: number;
            /** @description How many of its tasks are active. */
            activeTaskCount: number;
            /** @description How many receivers the account has. */
            receiverCount: number;
            /** @description The size of all histories in bytes. */
            storedBytes: number;
            /** @description When it was used last, to the minute; null: never. */
            lastSeenAt: string | null;
        };
        OperatorUser: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The email address. */
            email: string;
            /** @description The name, as people see it. */
            name: string;
            /** @description Whether the address is confirmed. */
            isConfirmed: boolean;
            /** @description Whether they sign in with a password. */
            hasPassword: boolean;
            /** @description When it was created. */
            createdAt: string;
            /** @description When it was used last, to the minute; null: never. */
            lastSeenAt: string | null;
            /** @description In how many browsers the user is signed in. */
            sessionCount: number;
            /** @description The accounts that the user is a member of. */
            accounts: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The name, as people see it. */
                name: string;
                /**
                 * @description What the user may do in the account.
                 * @enum {string}
                 */
                role: "OWNER" | "EDITOR" | "VIEWER";
            }[];
        };
        UnexpectedError: {
            /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
            id: string;
            /**
             * @description The program that met it.
             * @enum {string}
             */
            source: "BROWSER" | "API";
            /** @description The name of the error’s class, such as `TypeError`. */
            name: string;
            /** @description The message of the error, without values. */
            message: string;
            /** @description The route or page on which it occurred. */
            place: string;
            /** @description Where in the code it occurred. */
            frames: string[];
            /** @description The build of the program or page. */
            build: string;
            /** @description How many times it occurred. */
            count: number;
            /** @description When it occurred first. */
            firstAt: string;
            /** @description When it occurred last. */
            lastAt: string;
        };
        Rate: {
            /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
            id: string;
            /** @description The lender. */
            lender: string;
            /**
             * Format: date
             * @description The day that the rate is of.
             */
            effectiveDate: string;
            /** @description The 30-year fixed rate in percent; null where there is none. */
            thirtyFix: number | null;
            /** @description The 15-year fixed rate in percent; null where there is none. */
            fifteenFix: number | null;
            /** @description The rate of a 10-year adjustable loan in percent; null where there is none. */
            tenArm: number | null;
            /** @description The rate of a 7-year adjustable loan in percent; null where there is none. */
            sevenArm: number | null;
            /** @description The rate of a 5-year adjustable loan in percent; null where there is none. */
            fiveArm: number | null;
            /**
             * @description What kind of lender it is.
             * @enum {string}
             */
            kind: "BENCHMARK" | "LENDER";
            /** @description Whether it is an average for comparison, and no offer. */
            isBenchmark: boolean;
            /** @description Whether it is older than it should be. */
            isStale: boolean;
            /** @description Where each rate comes from, by its name. */
            origins: {
                [key: string]: {
                    /** @description The name of the source for programs. */
                    sourceKey: string;
                    /** @description The name of the source. */
                    sourceName: string;
                    /** @description The page of the source. */
                    sourceUrl: string;
                    /**
                     * @description What the number is: an interest rate, or an annual percentage rate.
                     * @enum {string}
                     */
                    rateType: "NOTE_RATE" | "APR";
                    /**
                     * Format: date
                     * @description The day that the rate is of.
                     */
                    effectiveDate: string;
                    /**
                     * Format: date-time
                     * @description When it was read.
                     */
                    fetchedAt: string;
                    /** @description Whether it is older than it should be. */
                    isStale: boolean;
                };
            };
        };
        RateSource: {
            /** @description The name of the source for programs. */
            key: string;
            /** @description The name of the source, such as a bank’s. */
            name: string;
            /** @description The lender. */
            lender: string;
            /**
             * @description Which of the forms it is.
             * @enum {string}
             */
            kind: "BENCHMARK" | "LENDER";
            /**
             * @description What the number is: an interest rate, or an annual percentage rate.
             * @enum {string}
             */
            rateType: "NOTE_RATE" | "APR";
            /** @description The page that the rates are read from. */
            url: string;
            /** @description Under which terms the rates are shown. */
            licence: string;
            /** @description When the source was read last; null: never. */
            lastReadAt: string | null;
            /** @description Whether it is older than it should be. */
            isStale: boolean;
            /** @description Whether the source could not be read lately. */
            isFailing: boolean;
        };
        RateAlert: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The amount of the loan in US dollars. */
            loanAmount: number;
            /**
             * @description What the loan is for.
             * @enum {string}
             */
            loanPurpose: "REFINANCE" | "PURCHASE";
            /**
             * @description The kind of loan.
             * @enum {string}
             */
            product: "thirtyFix" | "fifteenFix" | "tenArm" | "sevenArm" | "fiveArm";
            /** @description The interest in percent a year. */
            rate: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What triggered the alert; null while nothing has. */
            triggered: {
                /**
                 * Format: date-time
                 * @description When that was.
                 */
                at: string;
                /** @description The lender. */
                lender: string;
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "BENCHMARK" | "LENDER";
                /** @description The interest in percent a year. */
                rate: number;
                /** @description The page of the source. */
                sourceUrl: string;
            } | null;
        };
        RateSubscription: {
            /** @description Whether the daily email is sent. */
            subscribed: boolean;
            /** @description The amount of the loan in US dollars. */
            loanAmount?: number;
            /**
             * @description What the loan is for.
             * @enum {string}
             */
            loanPurpose?: "REFINANCE" | "PURCHASE";
        };
        RateHistory: {
            /** @description The rates of each lender and product, oldest first. */
            series: components["schemas"]["RateSeries"][];
        };
        RateSeries: {
            /** @description The lender. */
            lender: string;
            /**
             * @description Which of the forms it is.
             * @enum {string}
             */
            kind: "BENCHMARK" | "LENDER";
            /**
             * @description The kind of loan.
             * @enum {string}
             */
            product: "thirtyFix" | "fifteenFix" | "tenArm" | "sevenArm" | "fiveArm";
            /**
             * @description What the number is: an interest rate, or an annual percentage rate.
             * @enum {string}
             */
            rateType: "NOTE_RATE" | "APR";
            /** @description The page of the source. */
            sourceUrl: string;
            /** @description Single values, oldest first. */
            points: {
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
                /** @description The interest in percent a year. */
                rate: number;
            }[];
        };
        TaskDrafts: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The name, as people see it. */
                name: string | null;
                /** @description An http or https URL. */
                uri: string;
                /**
                 * Format: date-time
                 * @description When it was saved last.
                 */
                updatedAt: string;
            }[];
        };
        ExecutionPage: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["ExecutionRow"][];
            /** @description How many there are on all pages. */
            total: number;
            /** @description The page, counted from 0. */
            page: number;
            /** @description Whether newer ones came since the page that was asked for. */
            hasNewItem: boolean;
            /** @description The id of the newest one; null where there is none. */
            newest: string | null;
            /** @description How many are newer than the page. */
            newer: number;
            /** @description Whether the task or receiver is active. */
            isActive: boolean;
        };
        ExecutionDetailsPage: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["Execution"][];
            /** @description How many there are on all pages. */
            total: number;
            /** @description The page, counted from 0. */
            page: number;
            /** @description Whether newer ones came since the page that was asked for. */
            hasNewItem: boolean;
            /** @description The id of the newest one; null where there is none. */
            newest: string | null;
            /** @description How many are newer than the page. */
            newer: number;
            /** @description Whether the task or receiver is active. */
            isActive: boolean;
        };
        ExecutionWithPage: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED";
            /**
             * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
             * @enum {string}
             */
            trigger: "SCHEDULE" | "TEST";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was due.
             */
            scheduledFor: string;
            /** @description When the request was begun; null while it waits. */
            startedAt: string | null;
            /** @description How many milliseconds after its time it started; null while it has not. */
            lagMs: number | null;
            /** @description Milliseconds until the response had come; null where none came. */
            responseTimeMs: number | null;
            /** @description Until when its completion is waited for; null where it is not. */
            waitsUntil: string | null;
            /** @description Where the time went; null where the request was not made. */
            timing: components["schemas"]["ExecutionTiming"] | null;
            /** @description The request that is sent. */
            request: components["schemas"]["ExecutionRequest"];
            /** @description What was answered; null where nothing was. */
            response: components["schemas"]["ExecutionResponse"] | null;
            /** @description What went wrong, for people; null where nothing did. */
            error: components["schemas"]["ExecutionError"] | null;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["Delivery"][];
            /** @description Conditions that could not be decided as they are meant. */
            conditionProblems: {
                /**
                 * Format: uuid
                 * @description The id of the notification.
                 */
                notificationId: string;
                /** @description Which value could not be read. */
                reason: string;
            }[];
            /** @description The page of the history that it stands on. */
            _embedded: {
                /** @description The items, in the order that the call names. */
                results: components["schemas"]["ExecutionRow"][];
                /** @description How many there are on all pages. */
                total: number;
                /** @description The page, counted from 0. */
                page: number;
                /** @description The id of the newest one; null where there is none. */
                newest: string | null;
            };
        };
        ExecutionError: {
            /**
             * @description What programs tell the case by.
             * @enum {string}
             */
            code: "DNS_NOT_FOUND" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_INVALID" | "TIMEOUT" | "BLOCKED_ADDRESS" | "TOO_MANY_REDIRECTS" | "INVALID_RESPONSE" | "NOT_COMPLETED" | "COMPLETION_FAILED" | "INTERRUPTED" | "UNUSABLE_SECRET" | "INTERNAL" | "INCONCLUSIVE";
            /** @description What is wrong and what to do about it, for people. */
            message: string;
            /** @description What to do about it, for people. */
            details: string;
        };
        ExecutionTiming: {
            /** @description Milliseconds until the connection stood; null where that is not known. */
            connectMs: number | null;
            /** @description Milliseconds until the response began; null where none came. */
            firstByteMs: number | null;
            /** @description Milliseconds in all. */
            totalMs: number;
        };
        ExecutionRequest: {
            /** @description An http or https URL. */
            uri: string;
            /**
             * @description The HTTP method.
             * @enum {string}
             */
            method: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
            /** @description The headers, in the order in which they go out or came. */
            headers: components["schemas"]["Headers"];
            /** @description The body; empty where there is none. */
            body: components["schemas"]["HttpBody"];
        };
        ExecutionResponse: {
            /** @description The HTTP status code. */
            statusCode: number;
            /** @description The headers, in the order in which they go out or came. */
            headers: components["schemas"]["Headers"];
            /** @description The body; empty where there is none. */
            body: components["schemas"]["HttpBody"];
            /** @description The URL that answered, after all redirects. */
            finalUri: string;
        };
        ReceiverDrafts: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The name, as people see it. */
                name: string;
                /**
                 * Format: date-time
                 * @description When it was saved last.
                 */
                updatedAt: string;
            }[];
        };
        ReceivedRequestPage: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["ReceivedRequestRow"][];
            /** @description How many there are on all pages. */
            total: number;
            /** @description The page, counted from 0. */
            page: number;
            /** @description Whether newer ones came since the page that was asked for. */
            hasNewItem: boolean;
            /** @description The id of the newest one; null where there is none. */
            newest: string | null;
            /** @description How many are newer than the page. */
            newer: number;
            /** @description Whether the task or receiver is active. */
            isActive: boolean;
        };
        ReceivedRequestWithPage: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            httpMethod: "GET" | "HEAD" | "POST";
            /** @description The URL that was called. */
            url: string;
            /** @description The status code that was answered. */
            responseCode: number;
            /** @description The IP address that it came from. */
            remoteAddress: string;
            /** @description The headers as they came, secrets masked. */
            requestHeaders: components["schemas"]["Headers"];
            /** @description The body as it came. */
            requestBody: components["schemas"]["HttpBody"];
            /** @description The body without its `Content-Encoding`, where it could be decoded. */
            decodedRequestBody?: components["schemas"]["HttpBody"];
            /** @description The headers that were answered. */
            responseHeaders: components["schemas"]["Headers"];
            /** @description The body that was answered; only the beginning of a long one is kept. */
            responseBody: components["schemas"]["HttpBody"];
            /** @description What went wrong while the response was made, such as a template that could not be filled in. */
            errors: string[];
            /**
             * @description What it says to the heartbeat of its receiver; null where that expected no calls, or as many as usual.
             * @default null
             */
            signal: components["schemas"]["RequestSignal"] | null;
            /** @description What became of its notifications. */
            notificationResults: components["schemas"]["Delivery"][];
            /** @description What machines responded to which the request was forwarded, the newest first. */
            forwards?: components["schemas"]["Forward"][];
            /** @description How many milliseconds the run took that the request ended; null where it ended none, or the run began more than 1,000 requests before. Left out where more than one request is read. */
            runDurationMs?: number | null;
            /** @description The page of the history that it stands on. */
            _embedded: {
                /** @description The items, in the order that the call names. */
                results: components["schemas"]["ReceivedRequestRow"][];
                /** @description How many there are on all pages. */
                total: number;
                /** @description The page, counted from 0. */
                page: number;
                /** @description The id of the newest one; null where there is none. */
                newest: string | null;
            };
        };
        FollowedExecutions: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of the task.
                 */
                taskId: string;
                /**
                 * @description The state that it is in.
                 * @enum {string}
                 */
                status: "QUEUED" | "RUNNING" | "WAITING" | "SUCCEEDED" | "FAILED";
                /**
                 * @description `SCHEDULE`: it ran on its schedule. `TEST`: somebody tested the task.
                 * @enum {string}
                 */
                trigger: "SCHEDULE" | "TEST";
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description When it was due.
                 */
                scheduledFor: string;
                /** @description When the request was begun; null while it waits. */
                startedAt: string | null;
                /** @description How many milliseconds after its time it started; null while it has not. */
                lagMs: number | null;
                /** @description Milliseconds until the response had come; null where none came. */
                responseTimeMs: number | null;
                /** @description Until when its completion is waited for; null where it is not. */
                waitsUntil: string | null;
                /** @description Where the time went; null where the request was not made. */
                timing: components["schemas"]["ExecutionTiming"] | null;
                /** @description The request that is sent. */
                request: components["schemas"]["ExecutionRequest"];
                /** @description What was answered; null where nothing was. */
                response: components["schemas"]["ExecutionResponse"] | null;
                /** @description What went wrong, for people; null where nothing did. */
                error: components["schemas"]["ExecutionError"] | null;
                /** @description What became of its notifications. */
                notificationResults: components["schemas"]["Delivery"][];
                /** @description Conditions that could not be decided as they are meant. */
                conditionProblems: {
                    /**
                     * Format: uuid
                     * @description The id of the notification.
                     */
                    notificationId: string;
                    /** @description Which value could not be read. */
                    reason: string;
                }[];
                /** @description To go on with, behind the row or the answer that it stands in. */
                cursor: string;
            }[];
            /** @description To go on with, behind the row or the answer that it stands in. */
            cursor: string;
            /** @description Whether there is more to be read at once. */
            hasMore: boolean;
        };
        FollowedRequests: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The id of the receiver.
                 */
                receiverId: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt: string;
                /**
                 * @description The method of the request.
                 * @enum {string}
                 */
                httpMethod: "GET" | "HEAD" | "POST";
                /** @description The URL that was called. */
                url: string;
                /** @description The status code that was answered. */
                responseCode: number;
                /** @description The IP address that it came from. */
                remoteAddress: string;
                /** @description The headers as they came, secrets masked. */
                requestHeaders: components["schemas"]["Headers"];
                /** @description The body as it came. */
                requestBody: components["schemas"]["HttpBody"];
                /** @description The body without its `Content-Encoding`, where it could be decoded. */
                decodedRequestBody?: components["schemas"]["HttpBody"];
                /** @description The headers that were answered. */
                responseHeaders: components["schemas"]["Headers"];
                /** @description The body that was answered; only the beginning of a long one is kept. */
                responseBody: components["schemas"]["HttpBody"];
                /** @description What went wrong while the response was made, such as a template that could not be filled in. */
                errors: string[];
                /**
                 * @description What it says to the heartbeat of its receiver; null where that expected no calls, or as many as usual.
                 * @default null
                 */
                signal: components["schemas"]["RequestSignal"] | null;
                /** @description What became of its notifications. */
                notificationResults: components["schemas"]["Delivery"][];
                /** @description What machines responded to which the request was forwarded, the newest first. */
                forwards?: components["schemas"]["Forward"][];
                /** @description How many milliseconds the run took that the request ended; null where it ended none, or the run began more than 1,000 requests before. Left out where more than one request is read. */
                runDurationMs?: number | null;
                /** @description To go on with, behind the row or the answer that it stands in. */
                cursor: string;
            }[];
            /** @description To go on with, behind the row or the answer that it stands in. */
            cursor: string;
            /** @description Whether there is more to be read at once. */
            hasMore: boolean;
        };
        Forward: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description The URL that the request was handed to. */
            target: string;
            /**
             * Format: date-time
             * @description When it was handed on.
             */
            startedAt: string;
            /** @description Milliseconds until the machine had responded. */
            durationMs: number;
            /** @description The status code that came back; null where none did. */
            status: number | null;
            /** @description Why none came back; null where one did. */
            error: string | null;
        };
        TaskDefinition: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name, as people see it. */
            name: string | null;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When the task runs. */
            scheduler: {
                /**
                 * @description Decides which of the other fields matter; the others are kept, and mean nothing.
                 * @enum {string}
                 */
                mode: "INTERVAL" | "CUSTOM" | "ONE_TIME";
                /** @description The seconds from one run to the next, with the mode `INTERVAL`. */
                intervalSecond: number | null;
                /** @description A cron expression of five fields, with the mode `CUSTOM`. */
                expression: string | null;
                /** @description The time zone of the expression, such as `Europe/Berlin`; null is UTC. */
                timezone: string | null;
                /** @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`. */
                oneTimeModeEpochSecond: number | null;
                /** @description The time zone in which that time is shown; it does not move it. */
                oneTimeModeTimezone: string | null;
                /**
                 * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
                 * @enum {string}
                 */
                catchUp: "SKIP" | "ONCE" | "ALL";
                /** @description How old, in seconds, a missed time may be and still run; null: any age. */
                catchUpSecond: number | null;
            };
            /** @description The request that is sent. */
            request: {
                /** @description Where to, and with what. */
                target: {
                    /** @description An http or https URL. */
                    uri: string;
                    /**
                     * @description The HTTP method.
                     * @enum {string}
                     */
                    method: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                    /** @description The headers, in the order in which they go out or came. */
                    headers: [
                        string,
                        string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        }
                    ][];
                    /** @description The body; null: none. */
                    body: string | null;
                    /** @description Whether redirects are followed. */
                    followRedirect: boolean;
                    /** @description Whether a certificate that cannot be verified is accepted. */
                    allowInsecureCerts: boolean;
                    /** @description Credentials of HTTP basic authentication. */
                    basicAuth: {
                        /**
                         * @description Whether the credentials are sent.
                         * @enum {string}
                         */
                        status: "ENABLED" | "DISABLED";
                        /** @description The name to sign in with. */
                        username: string;
                        /** @description The password. Left out of a save, the stored one is kept. */
                        password?: string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        };
                    };
                };
            };
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /**
             * @description `ACTIVE`: it runs on its schedule. `PAUSED`: it does not.
             * @enum {string}
             */
            state: "ACTIVE" | "PAUSED";
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications: components["schemas"]["TaskNotificationDefinition"][];
            /** @description Its bookmarks, whole; those that are left out of a save are deleted. */
            charts: components["schemas"]["BookmarkDefinition"][];
        };
        TaskNotificationDefinition: components["schemas"]["EmailTaskNotificationDefinition"] | components["schemas"]["SmsTaskNotificationDefinition"] | components["schemas"]["SlackTaskNotificationDefinition"] | components["schemas"]["HttpTaskNotificationDefinition"];
        EmailTaskNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSetting"];
        };
        SmsTaskNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSetting"];
        };
        SlackTaskNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId: string | "";
                /** @description The message, a Liquid template. */
                messageTemplate: string;
            };
        };
        HttpTaskNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description When to send a message. */
            condition: components["schemas"]["Condition"];
            /** @description How often a message is sent while the condition is met. */
            firing: components["schemas"]["Firing"];
            /** @description The request that is sent. */
            request: {
                /** @description Where to, and with what. */
                target: {
                    /** @description An http or https URL. */
                    uri: string;
                    /**
                     * @description The HTTP method.
                     * @enum {string}
                     */
                    method: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                    /** @description The headers, in the order in which they go out or came. */
                    headers: [
                        string,
                        string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        }
                    ][];
                    /** @description The body; null: none. */
                    body: string | null;
                    /** @description Whether redirects are followed. */
                    followRedirect: boolean;
                    /** @description Whether a certificate that cannot be verified is accepted. */
                    allowInsecureCerts: boolean;
                    /** @description Credentials of HTTP basic authentication. */
                    basicAuth: {
                        /**
                         * @description Whether the credentials are sent.
                         * @enum {string}
                         */
                        status: "ENABLED" | "DISABLED";
                        /** @description The name to sign in with. */
                        username: string;
                        /** @description The password. Left out of a save, the stored one is kept. */
                        password?: string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        };
                    };
                };
            };
        };
        BookmarkDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_json";
            /** @description The header’s name, the JSON path or the CSS selector; empty for other sources. */
            property: string;
        };
        ReceiverDefinition: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name, as people see it. */
            name: string;
            /** @description Where the receiver is called. */
            url: string;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /** @description The status code that is answered. */
            responseCode: number;
            /** @description The body that is answered, a Liquid template. */
            responseBody: string;
            /** @description The headers that are answered. */
            responseHeaders: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation: components["schemas"]["Expectation"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * @description `ACTIVE`: it answers and records requests. `PAUSED`: it answers 404.
             * @enum {string}
             */
            state: "ACTIVE" | "PAUSED";
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications: components["schemas"]["ReceiverNotificationDefinition"][];
        };
        ReceiverNotificationDefinition: components["schemas"]["EmailReceiverNotificationDefinition"] | components["schemas"]["SmsReceiverNotificationDefinition"] | components["schemas"]["SlackReceiverNotificationDefinition"] | components["schemas"]["HttpReceiverNotificationDefinition"];
        EmailReceiverNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSetting"];
        };
        SmsReceiverNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSetting"];
        };
        SlackReceiverNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId: string | "";
                /** @description The message, a Liquid template. */
                messageTemplate: string;
            };
        };
        HttpReceiverNotificationDefinition: {
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when: components["schemas"]["When"];
            /** @description The request that is sent. */
            request: {
                /** @description Where to, and with what. */
                target: {
                    /** @description An http or https URL. */
                    uri: string;
                    /**
                     * @description The HTTP method.
                     * @enum {string}
                     */
                    method: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                    /** @description The headers, in the order in which they go out or came. */
                    headers: [
                        string,
                        string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        }
                    ][];
                    /** @description The body; null: none. */
                    body: string | null;
                    /** @description Whether redirects are followed. */
                    followRedirect: boolean;
                    /** @description Whether a certificate that cannot be verified is accepted. */
                    allowInsecureCerts: boolean;
                    /** @description Credentials of HTTP basic authentication. */
                    basicAuth: {
                        /**
                         * @description Whether the credentials are sent.
                         * @enum {string}
                         */
                        status: "ENABLED" | "DISABLED";
                        /** @description The name to sign in with. */
                        username: string;
                        /** @description The password. Left out of a save, the stored one is kept. */
                        password?: string | {
                            /**
                             * @description The secret that signs HTTP notifications.
                             * @constant
                             */
                            secret: true;
                        };
                    };
                };
            };
        };
        TaskWithIncluded: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name, as people see it. */
            name: string | null;
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "DRAFT" | "ACTIVE" | "DISABLED";
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description When somebody looked at the task last; null: nobody did. */
            lastOpenedAt: string | null;
            /** @description When the task runs. */
            scheduler: components["schemas"]["Schedule"];
            /** @description The request that is sent. */
            request: components["schemas"]["Request"];
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /** @description How many notifications the task has; with none, its executions notify nobody. */
            notificationCount: number;
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["Notification"][];
            /** @description Its bookmarks, whole; those that are left out of a save are deleted. */
            charts?: components["schemas"]["Bookmark"][];
        };
        ReceiverWithIncluded: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version: number;
            /** @description The name, as people see it. */
            name: string;
            /** @description Where the receiver is called. */
            url: string;
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status: "ACTIVE" | "DISABLED";
            /** @description Whether it is still being created; activating it creates it. */
            isDraft: boolean;
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key: string | null;
            /** @description Markdown that is shown with it; null: none. */
            description: string | null;
            /** @description Up to 20 names with values. */
            labels: {
                [key: string]: string;
            };
            /** @description The project that a file manages it in; null where none does. */
            managedBy: {
                /** @description The name of the project. */
                project: string;
                /** @description The name of the file; null where it has none. */
                source: string | null;
                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                editedAt: string | null;
            } | null;
            /** @description The status code that is answered. */
            responseCode: number;
            /** @description The body that is answered, a Liquid template. */
            responseBody: string;
            /** @description The headers that are answered. */
            responseHeaders: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation: components["schemas"]["Expectation"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses: string[];
            /** @description How a receiver that expects calls fares; null where it expects none. */
            heartbeat: components["schemas"]["Heartbeat"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["ReceiverNotification"][];
        };
        Project: {
            /** @description The name of the project. */
            project: string;
            /** @description Counts each apply, and each edit by hand of what the project manages. */
            revision: number;
            /** @description The name of the file that was applied last; null where it has none. */
            source: string | null;
            /** @description How many tasks the project manages. */
            tasks: number;
            /** @description How many receivers the project manages. */
            receivers: number;
            /** @description When the project was applied last; null: never. */
            appliedAt: string | null;
            /** @description What was edited by hand since. */
            drift: {
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "task" | "receiver";
                /** @description The key of the object. */
                key: string;
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was edited.
                 */
                editedAt: string;
                /** @description The JSON Pointers of what was edited. */
                paths: string[];
            }[];
        };
        Secret: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * Format: date-time
             * @description When it was saved last.
             */
            updatedAt: string;
            /** @description What has a reference to the secret. */
            usedBy: {
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "task" | "receiver";
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The key of the object; null where it has none. */
                key: string | null;
                /** @description The name, as people see it. */
                name: string | null;
            }[];
        };
        ApplyResult: {
            /** @description The name of the project. */
            project: string;
            /** @description Counts each apply, and each edit by hand of what the project manages. */
            revision: number;
            /** @description How many changes there are of each kind. */
            summary: {
                [key: string]: number;
            };
            /** @description What was changed. */
            changes: components["schemas"]["ApplyChange"][];
            /** @description Every reason at once, each with its place. */
            problems: components["schemas"]["ApplyProblem"][];
            /** @description How many tasks and receivers the account would have, and may have. */
            limits: {
                /** @description How many tasks the account would have, and may have. */
                tasks: {
                    /** @description How many there would be. */
                    used: number;
                    /** @description How many. */
                    limit: number;
                };
                /** @description How many receivers the account would have, and may have. */
                receivers: {
                    /** @description How many there would be. */
                    used: number;
                    /** @description How many. */
                    limit: number;
                };
            };
        };
        ApplyChange: {
            /**
             * @description Which of the forms it is.
             * @enum {string}
             */
            kind: "task" | "receiver";
            /** @description The key of the object. */
            key: string;
            /**
             * @description What is done to the object.
             * @enum {string}
             */
            op: "create" | "update" | "same" | "move" | "adopt" | "pause" | "delete" | "release" | "orphan";
            /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
            id: string | null;
            /** @description What differs, each with its JSON Pointer within the resource; secrets are masked. */
            fields: {
                /** @description The JSON Pointer (RFC 6901) of the value within the resource. */
                path: string;
                /** @description What is stored. */
                from: unknown;
                /** @description What is or would be stored instead. */
                to: unknown;
            }[];
            /** @description The JSON Pointers of values that change and are never shown. */
            secretsChanged: string[];
            /** @description What to know about the change, for people. */
            warnings: string[];
        };
        ApplyProblem: {
            /** @description Which of the forms it is. */
            kind: ("task" | "receiver") | null;
            /** @description The key of the resource; null where the problem is of the call. */
            key: string | null;
            /** @description The JSON Pointer (RFC 6901) of the value within the resource, or within the call where the problem is of that. */
            path: string;
            /** @description What programs tell the case by. */
            code: string;
            /** @description What is wrong and what to do about it, for people. */
            message: string;
        };
        RevealedHeaders: {
            /** @description The headers, in the order in which they go out or came. */
            headers: components["schemas"]["Headers"];
        };
        Created: {
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id: string;
        };
        ActivatedTasks: {
            /** @description How many were activated. */
            activated: number;
            /** @description How many were not. */
            failed: number;
            /** @description Those that could not be activated, and why. */
            problems: {
                /**
                 * Format: uuid
                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                 */
                id: string;
                /** @description The name, as people see it. */
                name: string | null;
                /** @description What is wrong and what to do about it, for people. */
                message: string;
            }[];
            /** @description What to send as `after` to go on; null where all were reached. */
            next: string | null;
        };
        NotificationCopies: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the task.
                 */
                taskId: string;
                /**
                 * @description What became of the copy: `COPIED`; `FULL`, the task has as many as it may; `ALREADY_THERE`; or `NOT_FOUND`.
                 * @enum {string}
                 */
                outcome: "COPIED" | "FULL" | "ALREADY_THERE" | "NOT_FOUND";
                /** @description The id of the copy; null where there is none. */
                notificationId: string | null;
            }[];
        };
        ExecutionPreviews: {
            /** @description The items, in the order that the call names. */
            results: {
                /**
                 * Format: uuid
                 * @description The id of the notification.
                 */
                notificationId: string;
                /**
                 * @description The channel that the message is sent through.
                 * @enum {string}
                 */
                type: "EMAIL" | "SMS" | "SLACK" | "HTTP";
                /** @description The address, number, Slack channel or URL that it goes to. */
                recipient: string;
                /** @description How the condition is decided; null where nothing is there to decide it on. */
                verdict: components["schemas"]["PreviewedVerdict"] | null;
                /** @description The filled-in templates, by their keys. */
                texts: {
                    [key: string]: components["schemas"]["PreviewedText"];
                };
            }[];
        };
        PreviewedVerdict: {
            /**
             * @description `met`, `unmet`, or `invalid`: it could not be decided.
             * @enum {string}
             */
            kind: "met" | "unmet" | "invalid";
            /** @description Whether it is met. */
            holds: boolean;
            /** @description One explanation for each comparison. */
            reasons: string[];
            /** @description Whether each of them is met, in the same order. */
            reasonsMet: boolean[];
            /** @description Which alternative each of them is of, counted from 0; left out where there is one. */
            alternatives?: number[];
        };
        PreviewedText: {
            /** @description The filled-in text; null where it could not be filled in. */
            text: string | null;
            /** @description What went wrong, for people; null where nothing did. */
            error: string | null;
        };
        Members: {
            /** @description The members of the account. */
            members: components["schemas"]["Member"][];
            /** @description The invitations that were not accepted yet. */
            invitations: components["schemas"]["Invitation"][];
        };
        InvitationPreview: {
            /** @description The name of the account. */
            account: string;
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
            /** @description The email address. */
            email: string;
            /** @description The address of the member who invited them. */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
            /** @description Who is signed in; null: nobody. */
            signedIn: {
                /** @description The email address. */
                email: string;
                /** @description Whether they are a member already. */
                isMember: boolean;
            } | null;
        };
        AuditPage: {
            /** @description The items, in the order that the call names. */
            results: components["schemas"]["AuditEvent"][];
            /** @description What to send as `before` for older events; null where there are none. */
            next: string | null;
            /** @description Those who did something in the account, for a filter. */
            people: {
                /**
                 * Format: uuid
                 * @description The id of the user.
                 */
                userId: string;
                /** @description The email address. */
                email: string;
            }[];
        };
        OperatorOverview: {
            /** @description The version of the product. */
            version: string;
            /** @description What the operator has set. */
            state: components["schemas"]["OperatorState"];
            /** @description How much there is on the server. */
            counts: {
                /** @description How many users there are. */
                users: number;
                /** @description How many accounts there are. */
                accounts: number;
                /** @description How many accounts are suspended. */
                suspendedAccounts: number;
                /** @description How many tasks there are. */
                tasks: number;
                /** @description How many receivers there are. */
                receivers: number;
                /** @description The size of the database in bytes. */
                databaseBytes: number;
            };
            /** @description What waits to be done. */
            work: {
                /** @description How many executors are at work. */
                executors: number;
                /** @description For how long the oldest run that is due has waited; 0 where none does. */
                oldestDueSeconds: number;
                /** @description Deliveries that wait. */
                deliveriesWaiting: number;
                /** @description For how long the oldest delivery has waited; 0 where none does. */
                oldestDeliverySeconds: number;
                /** @description Emails of the server itself that wait. */
                mailsWaiting: number;
                /** @description For how long the oldest email has waited; 0 where none does. */
                oldestMailSeconds: number;
                /** @description Runs of the last hour. */
                runsLastHour: number;
                /** @description Runs of the last hour that failed. */
                failedRunsLastHour: number;
            };
            /** @description The deliveries of each channel in the last hour. */
            channels: {
                /** @description The channel that the message is sent through. */
                type: string;
                /** @description How many were delivered. */
                delivered: number;
                /** @description How many failed. */
                failed: number;
                /** @description The last failure; null where there was none. */
                lastError: string | null;
            }[];
            /** @description The settings of the server. */
            settings: {
                /** @description The name, as people see it. */
                name: string;
                /** @description What is in force; masked where it is secret. */
                value: string | null;
                /** @description Whether the value is secret, and not shown. */
                isSecret: boolean;
            }[];
        };
        OperatorState: {
            /** @description What the operator says to everybody; null: nothing. */
            banner: string | null;
            /** @description Since when the operator has paused all calls; null: they are made. */
            callsPausedAt: string | null;
        };
        Billing: {
            /** @description When the next payment is due, in seconds since 1970; -1 where none is. */
            nextBillingDate: number;
            /** @description Whether a card is saved. */
            hasPaymentMethod: boolean;
            /** @description The last four digits of the card; null where none is saved. */
            lastFour: string | null;
            /** @description When the plan ends, in seconds since 1970; null where it does not. */
            endDate: number | null;
            /** @description The payment that failed; null where none did. */
            failedPayment: {
                /** @description When it failed, in seconds since 1970. */
                failedDate: number;
                /** @description When it is tried again, in seconds since 1970; null where it is not. */
                nextAttemptDate: number | null;
            } | null;
        };
        ActiveHours: {
            /** @description The days of the week; 1 is Monday. */
            days: number[];
            /** @description A time of the day, such as `09:00`. */
            from: string;
            /** @description A time of the day, such as `17:00`, perhaps of the next day. */
            until: string;
        };
        TaskInput: {
            /**
             * @description The name of the task; null shows its URL instead.
             * @default null
             */
            name?: string | null;
            /** @description When the task runs. */
            scheduler: components["schemas"]["ScheduleInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["RequestInput"];
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion?: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * @description The status that was read. A save does not change it, and is rejected where it is another one.
             * @enum {string}
             */
            status?: "DRAFT" | "ACTIVE" | "DISABLED";
        };
        TestTaskInput: {
            /** @description The request to send; left out, the stored one is sent. */
            request?: components["schemas"]["RequestInput"];
            /**
             * @description Whether notifications whose condition is met are delivered. Left out, nobody is notified of a test.
             * @default false
             */
            sendNotifications?: boolean;
        };
        ScheduleInput: components["schemas"]["IntervalScheduleInput"] | components["schemas"]["CronScheduleInput"] | components["schemas"]["OneTimeScheduleInput"];
        IntervalScheduleInput: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "INTERVAL";
            /**
             * @description The seconds from one run to the next, with the mode `INTERVAL`.
             * @enum {integer}
             */
            intervalSecond: 60 | 300 | 600 | 1800 | 3600 | 86400 | 604800;
            /**
             * @description A cron expression of five fields, with the mode `CUSTOM`.
             * @default null
             */
            expression?: string | null;
            /**
             * @description The time zone of the expression, such as `Europe/Berlin`; null is UTC.
             * @default null
             */
            timezone?: string | null;
            /**
             * @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`.
             * @default null
             */
            oneTimeModeEpochSecond?: number | null;
            /**
             * @description The time zone in which that time is shown; it does not move it.
             * @default null
             */
            oneTimeModeTimezone?: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp?: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond?: number | null;
        };
        CronScheduleInput: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "CUSTOM";
            /**
             * @description The seconds from one run to the next, with the mode `INTERVAL`.
             * @default null
             */
            intervalSecond?: number | null;
            /** @description A cron expression of five fields, with the mode `CUSTOM`. */
            expression: string;
            /**
             * @description The time zone of the expression, such as `Europe/Berlin`; null is UTC.
             * @default null
             */
            timezone?: string | null;
            /**
             * @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`.
             * @default null
             */
            oneTimeModeEpochSecond?: number | null;
            /**
             * @description The time zone in which that time is shown; it does not move it.
             * @default null
             */
            oneTimeModeTimezone?: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp?: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond?: number | null;
        };
        OneTimeScheduleInput: {
            /**
             * @description Decides which of the other fields matter; the others are kept, and mean nothing. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            mode: "ONE_TIME";
            /**
             * @description The seconds from one run to the next, with the mode `INTERVAL`.
             * @default null
             */
            intervalSecond?: number | null;
            /**
             * @description A cron expression of five fields, with the mode `CUSTOM`.
             * @default null
             */
            expression?: string | null;
            /**
             * @description The time zone of the expression, such as `Europe/Berlin`; null is UTC.
             * @default null
             */
            timezone?: string | null;
            /** @description When the task runs, in seconds since 1970 in UTC, with the mode `ONE_TIME`. */
            oneTimeModeEpochSecond: number;
            /**
             * @description The time zone in which that time is shown; it does not move it.
             * @default null
             */
            oneTimeModeTimezone?: string | null;
            /**
             * @description What becomes of times that were missed: `SKIP` runs none of them, `ONCE` one, `ALL` each of them. Left out, it stays as it is.
             * @enum {string}
             */
            catchUp?: "SKIP" | "ONCE" | "ALL";
            /** @description How old, in seconds, a missed time may be and still run; null: any age. */
            catchUpSecond?: number | null;
        };
        RequestInput: {
            /** @description Where to, and with what. */
            target: {
                /** @description An http or https URL. */
                uri: string;
                /**
                 * @description The HTTP method.
                 * @default GET
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                /** @description The headers, in the order in which they go out or came. */
                headers?: components["schemas"]["Headers"] | {
                    [key: string]: string;
                };
                /**
                 * @description The body; null: none.
                 * @default null
                 */
                body?: string | null;
                /**
                 * @description Whether redirects are followed.
                 * @default true
                 */
                followRedirect?: boolean;
                /**
                 * @description Whether a certificate that cannot be verified is accepted.
                 * @default false
                 */
                allowInsecureCerts?: boolean;
                /**
                 * @description Credentials of HTTP basic authentication.
                 * @default {
                 *       "status": "DISABLED",
                 *       "username": ""
                 *     }
                 */
                basicAuth?: {
                    /**
                     * @description Whether the credentials are sent.
                     * @enum {string}
                     */
                    status: "ENABLED" | "DISABLED";
                    /**
                     * @description The name to sign in with.
                     * @default
                     */
                    username?: string;
                    /** @description The password. Left out of a save, the stored one is kept. */
                    password?: string;
                };
            };
        };
        NotificationInput: components["schemas"]["EmailNotificationInput"] | components["schemas"]["SmsNotificationInput"] | components["schemas"]["SlackNotificationInput"] | components["schemas"]["HttpNotificationInput"];
        EmailNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        SmsNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        SlackNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: components["schemas"]["SlackSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        HttpNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["RequestInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        TestNotificationInput: components["schemas"]["EmailTestNotificationInput"] | components["schemas"]["SmsTestNotificationInput"] | components["schemas"]["SlackTestNotificationInput"] | components["schemas"]["HttpTestNotificationInput"];
        EmailTestNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The task as its form shows it; what is left out is as it is stored. */
            task?: {
                /** @description The name, as people see it. */
                name?: string | null;
                /** @description An http or https URL. */
                uri?: string;
            };
        };
        SmsTestNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The task as its form shows it; what is left out is as it is stored. */
            task?: {
                /** @description The name, as people see it. */
                name?: string | null;
                /** @description An http or https URL. */
                uri?: string;
            };
        };
        SlackTestNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: components["schemas"]["SlackSettingInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The task as its form shows it; what is left out is as it is stored. */
            task?: {
                /** @description The name, as people see it. */
                name?: string | null;
                /** @description An http or https URL. */
                uri?: string;
            };
        };
        HttpTestNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["RequestInput"];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The task as its form shows it; what is left out is as it is stored. */
            task?: {
                /** @description The name, as people see it. */
                name?: string | null;
                /** @description An http or https URL. */
                uri?: string;
            };
        };
        ReceiverNotificationInput: components["schemas"]["EmailReceiverNotificationInput"] | components["schemas"]["SmsReceiverNotificationInput"] | components["schemas"]["SlackReceiverNotificationInput"] | components["schemas"]["HttpReceiverNotificationInput"];
        EmailReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["ReceiverEmailSettingInput"];
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        SmsReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: {
                /**
                 * @description Always `+1`: the United States and Canada.
                 * @default +1
                 * @constant
                 */
                countryCode?: "+1";
                /** @description The number, kept as `+12125550100`. */
                phoneNumber: string;
                /** @description The text, a Liquid template. */
                template?: string;
            };
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        SlackReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId: string | "";
                /** @description The message, a Liquid template. */
                messageTemplate?: string;
            };
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        HttpReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["RequestInput"];
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
        };
        TestReceiverNotificationInput: components["schemas"]["EmailTestReceiverNotificationInput"] | components["schemas"]["SmsTestReceiverNotificationInput"] | components["schemas"]["SlackTestReceiverNotificationInput"] | components["schemas"]["HttpTestReceiverNotificationInput"];
        EmailTestReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["ReceiverEmailSettingInput"];
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The receiver as its form shows it; what is left out is as it is stored. */
            receiver?: {
                /** @description The name, as people see it. */
                name?: string;
                /** @description The status code that is answered. */
                responseCode?: number;
                /** @description The body that is answered, a Liquid template. */
                responseBody?: string;
            };
        };
        SmsTestReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: {
                /**
                 * @description Always `+1`: the United States and Canada.
                 * @default +1
                 * @constant
                 */
                countryCode?: "+1";
                /** @description The number, kept as `+12125550100`. */
                phoneNumber: string;
                /** @description The text, a Liquid template. */
                template?: string;
            };
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The receiver as its form shows it; what is left out is as it is stored. */
            receiver?: {
                /** @description The name, as people see it. */
                name?: string;
                /** @description The status code that is answered. */
                responseCode?: number;
                /** @description The body that is answered, a Liquid template. */
                responseBody?: string;
            };
        };
        SlackTestReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId: string | "";
                /** @description The message, a Liquid template. */
                messageTemplate?: string;
            };
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The receiver as its form shows it; what is left out is as it is stored. */
            receiver?: {
                /** @description The name, as people see it. */
                name?: string;
                /** @description The status code that is answered. */
                responseCode?: number;
                /** @description The body that is answered, a Liquid template. */
                responseBody?: string;
            };
        };
        HttpTestReceiverNotificationInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["RequestInput"];
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * Format: uuid
             * @description The id of the notification.
             */
            notificationId?: string;
            /** @description The receiver as its form shows it; what is left out is as it is stored. */
            receiver?: {
                /** @description The name, as people see it. */
                name?: string;
                /** @description The status code that is answered. */
                responseCode?: number;
                /** @description The body that is answered, a Liquid template. */
                responseBody?: string;
            };
        };
        ConditionInput: {
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_code" | "response_time" | "response_header" | "response_body_json" | "response_body_html_element" | "response_body_text";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property?: string;
            /**
             * @description How the value is compared.
             * @enum {string}
             */
            comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
            /**
             * @description What the value is compared with; null where the comparison needs nothing.
             * @default null
             */
            rightValue?: (string | number) | null;
            /**
             * @description Several comparisons; where it is set it decides, and the fields beside it only repeat its first one.
             * @default null
             */
            advancedCondition?: {
                /** @description Alternatives: one that holds is enough. */
                orOperands: {
                    /** @description Comparisons that all have to hold. */
                    andOperands: {
                        /**
                         * @description Where the value is taken from.
                         * @enum {string}
                         */
                        source: "response_code" | "response_time" | "response_header" | "response_body_json" | "response_body_html_element" | "response_body_text";
                        /**
                         * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
                         * @default
                         */
                        property?: string;
                        /**
                         * @description How the value is compared.
                         * @enum {string}
                         */
                        comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
                        /**
                         * @description What the value is compared with; null where the comparison needs nothing.
                         * @default null
                         */
                        rightValue?: (string | number) | null;
                    }[];
                }[];
            } | null;
        };
        RequestConditionInput: {
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "request_method" | "request_header" | "request_body_json" | "request_form_field" | "request_body_html_element" | "request_body_text";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property?: string;
            /**
             * @description How the value is compared.
             * @enum {string}
             */
            comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
            /**
             * @description What the value is compared with; null where the comparison needs nothing.
             * @default null
             */
            rightValue?: (string | number) | null;
            /**
             * @description Several comparisons; where it is set it decides, and the fields beside it only repeat its first one.
             * @default null
             */
            advancedCondition?: {
                /** @description Alternatives: one that holds is enough. */
                orOperands: {
                    /** @description Comparisons that all have to hold. */
                    andOperands: {
                        /**
                         * @description Where the value is taken from.
                         * @enum {string}
                         */
                        source: "request_method" | "request_header" | "request_body_json" | "request_form_field" | "request_body_html_element" | "request_body_text";
                        /**
                         * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
                         * @default
                         */
                        property?: string;
                        /**
                         * @description How the value is compared.
                         * @enum {string}
                         */
                        comparison: "any" | "has_changed" | "string_equal_to" | "string_not_equal_to" | "string_contain" | "string_not_contain" | "number_equal_to" | "number_not_equal_to" | "number_greater_than" | "number_greater_than_or_equal_to" | "number_less_than" | "number_less_than_or_equal_to" | "collection_has_key" | "collection_has_value" | "boolean_is_true" | "boolean_is_false" | "is_null" | "not_null";
                        /**
                         * @description What the value is compared with; null where the comparison needs nothing.
                         * @default null
                         */
                        rightValue?: (string | number) | null;
                    }[];
                }[];
            } | null;
        };
        FiringInput: {
            /**
             * @description `EVERY_TIME` the condition is met, or `ON_START`: once when it begins to be met.
             * @default EVERY_TIME
             * @enum {string}
             */
            mode?: "EVERY_TIME" | "ON_START";
            /**
             * @description Whether a second message is sent when it is over.
             * @default false
             */
            notifyOnRecovery?: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow?: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow?: number;
        };
        WhenInput: {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "EACH_REQUEST";
        } | {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "REQUEST";
            /** @description When to send a message. */
            condition: components["schemas"]["RequestConditionInput"];
            /**
             * @description `EVERY_TIME` the condition is met, or `ON_START`: once when it begins to be met.
             * @default EVERY_TIME
             * @enum {string}
             */
            mode?: "EVERY_TIME" | "ON_START";
            /**
             * @description Whether a second message is sent when it is over.
             * @default false
             */
            notifyOnRecovery?: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow?: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow?: number;
        } | {
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "HEARTBEAT";
            /**
             * @description Whether a second message is sent when it is over.
             * @default true
             */
            notifyOnRecovery?: boolean;
            /**
             * @description Whether a message is sent also when a signal is late, and its grace not over.
             * @default false
             */
            notifyWhenLate?: boolean;
            /**
             * @description Sends only after the condition was met so many times in a row.
             * @default 1
             */
            afterInARow?: number;
            /**
             * @description Counts it as over only after it was not met so many times in a row.
             * @default 1
             */
            recoverAfterInARow?: number;
        };
        EmailSettingInput: {
            /** @description An email address that was confirmed for the account. */
            address: string;
            /**
             * @description The subject, a Liquid template.
             * @default [{{ alert.state }}] {{ task.name }}: {{ alert.summary }}
             */
            subject?: string;
            /**
             * @description The text, a Liquid template.
             * @default {{ condition.description }}
             *     {% unless condition.value == null or condition.value == response.code or condition.value == response.time or condition.previousValue %}Value: {{ condition.value | truncate: 500 }}
             *     {% endunless %}URL: {{ task.url }}
             *
             *     Open this execution: {{ execution.url }}
             */
            template?: string;
        };
        ReceiverEmailSettingInput: {
            /** @description An email address that was confirmed for the account. */
            address: string;
            /** @description The subject, a Liquid template. */
            subject?: string;
            /** @description The text, a Liquid template. */
            template?: string;
        };
        SmsSettingInput: {
            /**
             * @description Always `+1`: the United States and Canada.
             * @default +1
             * @constant
             */
            countryCode?: "+1";
            /** @description The number, kept as `+12125550100`. */
            phoneNumber: string;
            /**
             * @description The text, a Liquid template.
             * @default [{{ alert.state }}] {{ task.name | truncate: 24 }}: {{ alert.summary | truncate: 40 }} {{ execution.shortUrl }}
             */
            template?: string;
        };
        SlackSettingInput: {
            /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
            channelId: string | "";
            /**
             * @description The message, a Liquid template.
             * @default *[{{ alert.state }}] {{ task.name }}*: {{ alert.summary }}{% if execution.error %} ({{ execution.error }}){% endif %}
             *     {{ task.url }}
             *     {{ execution.url }}
             */
            messageTemplate?: string;
        };
        MuteInput: {
            /** @description Until when; null: without an end. */
            until?: string | null;
            /** @description How long, by the server’s clock; instead of `until`. */
            forSeconds?: number;
        };
        ReceiverInput: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description The body that is answered, a Liquid template.
             * @default
             */
            responseBody?: string;
            /**
             * @description The status code that is answered.
             * @default 200
             */
            responseCode?: number;
            /**
             * @description The headers that are answered.
             * @default {
             *       "content-type": "text/plain"
             *     }
             */
            responseHeaders?: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation?: components["schemas"]["ExpectationInput"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses?: string[];
            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
            version?: number;
            /**
             * @description The status that was read. A save does not change it, and is rejected where it is another one.
             * @enum {string}
             */
            status?: "ACTIVE" | "DISABLED";
        };
        ExpectationInput: {
            /**
             * @description `EVERY`: so many seconds after the call before. `CRON`: at the times of an expression. `LEARNED`: as many requests as are usual at that hour of the week, which needs 14 days of requests.
             * @enum {string}
             */
            mode: "EVERY" | "CRON" | "LEARNED";
            /**
             * @description The seconds from one call to the next, with the mode `EVERY`.
             * @default null
             */
            everySeconds?: number | null;
            /**
             * @description A cron expression of five fields, with the mode `CRON`.
             * @default null
             */
            expression?: string | null;
            /**
             * @description The time zone of the expression, and of the days and hours, such as `Europe/Berlin`; null is UTC.
             * @default null
             */
            timezone?: string | null;
            /**
             * @description How many seconds a call may be late.
             * @default 60
             */
            graceSeconds?: number;
            /**
             * @description How many seconds a run may take from its start to its end; null: until the next call is overdue.
             * @default null
             */
            maxRunSeconds?: number | null;
            /**
             * @description The days and hours in which calls are expected; null: always.
             * @default null
             */
            activeHours?: components["schemas"]["ActiveHours"] | null;
            /**
             * @description Whether HEAD requests count, which a preview of a link sends, too.
             * @default false
             */
            countsHead?: boolean;
            /**
             * @description The condition that a call has to meet to count as a success; null: each does.
             * @default null
             */
            successCondition?: components["schemas"]["RequestConditionInput"] | null;
        };
        TaskDefinitionInput: {
            /**
             * @description The name, as people see it.
             * @default null
             */
            name?: string | null;
            /** @description When the task runs. */
            scheduler: components["schemas"]["ScheduleInput"];
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion?: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /**
             * @description Markdown that is shown with it; null: none.
             * @default null
             */
            description?: string | null;
            /**
             * @description Up to 20 names with values.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description `ACTIVE`: it runs on its schedule. `PAUSED`: it does not. Left out: active where it is new, and else as it is.
             * @enum {string}
             */
            state?: "ACTIVE" | "PAUSED";
            /** @description The request that is sent. */
            request: components["schemas"]["DefinedRequestInput"];
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["TaskNotificationDefinitionInput"][];
            /** @description Its bookmarks, whole; those that are left out of a save are deleted. */
            charts?: components["schemas"]["BookmarkDefinitionInput"][];
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key?: string | null;
        };
        TaskNotificationDefinitionInput: components["schemas"]["EmailTaskNotificationDefinitionInput"] | components["schemas"]["SmsTaskNotificationDefinitionInput"] | components["schemas"]["SlackTaskNotificationDefinitionInput"] | components["schemas"]["HttpTaskNotificationDefinitionInput"];
        EmailTaskNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["EmailSettingInput"];
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        SmsTaskNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: components["schemas"]["SmsSettingInput"];
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        SlackTaskNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId?: string | "";
                /**
                 * @description The message, a Liquid template.
                 * @default *[{{ alert.state }}] {{ task.name }}*: {{ alert.summary }}{% if execution.error %} ({{ execution.error }}){% endif %}
                 *     {{ task.url }}
                 *     {{ execution.url }}
                 */
                messageTemplate?: string;
                /** @description The Slack channel’s name. */
                channel?: string;
            };
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        HttpTaskNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description When to send a message. */
            condition: components["schemas"]["ConditionInput"];
            /** @description How often a message is sent while the condition is met. */
            firing?: components["schemas"]["FiringInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["DefinedRequestInput"];
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        BookmarkDefinitionInput: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_json";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property?: string;
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        ReceiverDefinitionInput: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description The body that is answered, a Liquid template.
             * @default
             */
            responseBody?: string;
            /**
             * @description The status code that is answered.
             * @default 200
             */
            responseCode?: number;
            /**
             * @description The headers that are answered.
             * @default {
             *       "content-type": "text/plain"
             *     }
             */
            responseHeaders?: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation?: components["schemas"]["ExpectationInput"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses?: string[];
            /**
             * @description Markdown that is shown with it; null: none.
             * @default null
             */
            description?: string | null;
            /**
             * @description Up to 20 names with values.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description `ACTIVE`: it answers and records requests. `PAUSED`: it answers 404. Left out: active where it is new, and else as it is.
             * @enum {string}
             */
            state?: "ACTIVE" | "PAUSED";
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["ReceiverNotificationDefinitionInput"][];
            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
            key?: string | null;
        };
        ReceiverNotificationDefinitionInput: components["schemas"]["EmailReceiverNotificationDefinitionInput"] | components["schemas"]["SmsReceiverNotificationDefinitionInput"] | components["schemas"]["SlackReceiverNotificationDefinitionInput"] | components["schemas"]["HttpReceiverNotificationDefinitionInput"];
        EmailReceiverNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "EMAIL";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the email says, and to whom it goes. */
            emailSetting: components["schemas"]["ReceiverEmailSettingInput"];
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        SmsReceiverNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SMS";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the text message says, and to whom it goes. */
            smsSetting: {
                /**
                 * @description Always `+1`: the United States and Canada.
                 * @default +1
                 * @constant
                 */
                countryCode?: "+1";
                /** @description The number, kept as `+12125550100`. */
                phoneNumber: string;
                /** @description The text, a Liquid template. */
                template?: string;
            };
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        SlackReceiverNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "SLACK";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description What the Slack message says, and to which channel it goes. */
            slackSetting: {
                /** @description The id of a connected Slack channel, as `GET /integrations/slack/channels` lists it. */
                channelId?: string | "";
                /** @description The message, a Liquid template. */
                messageTemplate?: string;
                /** @description The Slack channel’s name. */
                channel?: string;
            };
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        HttpReceiverNotificationDefinitionInput: {
            /**
             * @description The channel that the message is sent through. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "HTTP";
            /** @description What a message is sent for: each request, those that meet a condition, or missing calls. */
            when?: components["schemas"]["WhenInput"];
            /** @description The request that is sent. */
            request: components["schemas"]["DefinedRequestInput"];
            /**
             * @description What a file or a program calls the object, unique in the account; null for one that was made by hand.
             * @default null
             */
            key?: string | null;
            /**
             * Format: uuid
             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
             */
            id?: string;
        };
        DefinedRequestInput: {
            /** @description Where to, and with what. */
            target: {
                /** @description An http or https URL. */
                uri: string;
                /**
                 * @description The HTTP method.
                 * @default GET
                 * @enum {string}
                 */
                method?: "GET" | "POST" | "OPTIONS" | "HEAD" | "PUT" | "DELETE" | "TRACE" | "PATCH";
                /** @description The headers, in the order in which they go out or came. */
                headers?: [
                    string,
                    string | {
                        /**
                         * @description The secret that signs HTTP notifications.
                         * @constant
                         */
                        secret: true;
                    }
                ][] | {
                    [key: string]: string | {
                        /**
                         * @description The secret that signs HTTP notifications.
                         * @constant
                         */
                        secret: true;
                    };
                };
                /**
                 * @description The body; null: none.
                 * @default null
                 */
                body?: string | null;
                /**
                 * @description Whether redirects are followed.
                 * @default true
                 */
                followRedirect?: boolean;
                /**
                 * @description Whether a certificate that cannot be verified is accepted.
                 * @default false
                 */
                allowInsecureCerts?: boolean;
                /**
                 * @description Credentials of HTTP basic authentication.
                 * @default {
                 *       "status": "DISABLED",
                 *       "username": ""
                 *     }
                 */
                basicAuth?: {
                    /**
                     * @description Whether the credentials are sent.
                     * @enum {string}
                     */
                    status: "ENABLED" | "DISABLED";
                    /**
                     * @description The name to sign in with.
                     * @default
                     */
                    username?: string;
                    /** @description The password. Left out of a save, the stored one is kept. */
                    password?: string | {
                        /**
                         * @description The secret that signs HTTP notifications.
                         * @constant
                         */
                        secret: true;
                    };
                };
            };
        };
        ApplyInput: {
            /** @description The name of the project. */
            project: string;
            /**
             * @description `plan` changes nothing; `apply` does.
             * @enum {string}
             */
            mode: "plan" | "apply";
            /** @description The revision that the plan was made of; the call is 412 where the project has another one. */
            expectedRevision?: number;
            /**
             * @description What becomes of objects of the project that the file has no more.
             * @default none
             * @enum {string}
             */
            prune?: "none" | "pause" | "delete";
            /**
             * @description The name of the file, shown with what it manages.
             * @default null
             */
            source?: string | null;
            /**
             * @description Values to store, by their names.
             * @default {}
             */
            secrets?: {
                [key: string]: string;
            };
            /** @description The tasks and receivers of the file, whole. */
            resources: components["schemas"]["ResourceInput"][];
            /**
             * @description Keys that were renamed: the object keeps its history.
             * @default []
             */
            moved?: {
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "task" | "receiver";
                /** @description The key that the object had. */
                from: string;
                /** @description The key that it has now. */
                to: string;
            }[];
            /**
             * @description Keys that the file has no more.
             * @default []
             */
            removed?: {
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "task" | "receiver";
                /** @description The key of the object. */
                key: string;
                /**
                 * @description Whether the object stays, and is managed by hand from then on.
                 * @default false
                 */
                keep?: boolean;
            }[];
        };
        ResourceInput: {
            /**
             * @description The name, as people see it.
             * @default null
             */
            name?: string | null;
            /** @description When the task runs. */
            scheduler: components["schemas"]["ScheduleInput"];
            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
            completion?: {
                /** @description How many seconds the job has. */
                withinSeconds: number;
            } | null;
            /**
             * @description Markdown that is shown with it; null: none.
             * @default null
             */
            description?: string | null;
            /**
             * @description Up to 20 names with values.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description `ACTIVE`: the task runs on its schedule, or the receiver answers. `PAUSED`: it does not. Left out: active where it is new, and else as it is.
             * @enum {string}
             */
            state?: "ACTIVE" | "PAUSED";
            /** @description The request that is sent. */
            request: components["schemas"]["DefinedRequestInput"];
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["TaskNotificationDefinitionInput"][];
            /** @description Its bookmarks, whole; those that are left out of a save are deleted. */
            charts?: components["schemas"]["BookmarkDefinitionInput"][];
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "task";
            /** @description What a file or a program calls the object, unique in the account. */
            key: string;
        } | {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description The body that is answered, a Liquid template.
             * @default
             */
            responseBody?: string;
            /**
             * @description The status code that is answered.
             * @default 200
             */
            responseCode?: number;
            /**
             * @description The headers that are answered.
             * @default {
             *       "content-type": "text/plain"
             *     }
             */
            responseHeaders?: {
                /** @description The media type of the response. */
                "content-type": string;
            };
            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
            expectation?: components["schemas"]["ExpectationInput"] | null;
            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
            otherAddresses?: string[];
            /**
             * @description Markdown that is shown with it; null: none.
             * @default null
             */
            description?: string | null;
            /**
             * @description Up to 20 names with values.
             * @default {}
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description `ACTIVE`: the task runs on its schedule, or the receiver answers. `PAUSED`: it does not. Left out: active where it is new, and else as it is.
             * @enum {string}
             */
            state?: "ACTIVE" | "PAUSED";
            /** @description Its notifications, whole; those that are left out of a save are deleted. */
            notifications?: components["schemas"]["ReceiverNotificationDefinitionInput"][];
            /**
             * @description Which of the forms it is.
             * @constant
             */
            kind: "receiver";
            /** @description What a file or a program calls the object, unique in the account. */
            key: string;
        };
        ReplayInput: {
            /** @description Where to send the request: your own server. */
            uri: string;
            /** @description Sent instead of the recorded headers. */
            headers?: [
                string,
                string
            ][];
            /** @description Sent instead of the recorded body. */
            body?: string;
        };
        ForwardInput: {
            /** @description The URL that the request was handed to, without user and password. */
            target: string;
            /**
             * Format: date-time
             * @description When it was handed on.
             */
            startedAt: string;
            /** @description Milliseconds until the machine had responded. */
            durationMs: number;
            /**
             * @description The status code that came back; left out where none did.
             * @default null
             */
            status?: number | null;
            /**
             * @description Why none came back; left out where one did.
             * @default null
             */
            error?: string | null;
        };
        BookmarkInput: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_json";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property?: string;
        };
        CreateBookmarkInput: {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId?: string;
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description Where the value is taken from.
             * @enum {string}
             */
            source: "response_time" | "response_code" | "response_body_json";
            /**
             * @description The header’s name, the JSON path or the CSS selector; empty for other sources.
             * @default
             */
            property?: string;
        };
        DeleteManyInput: {
            /** @description The ids of the objects. */
            ids: string[];
            /**
             * @description Whether active ones are deactivated first; else they are left.
             * @default false
             */
            deactivate?: boolean;
        };
        TokenInput: {
            /** @description The name, as people see it. */
            name: string;
            /**
             * @description `READ`: every call that changes nothing. `WRITE`: also those that do.
             * @default READ
             * @enum {string}
             */
            scope?: "READ" | "WRITE";
            /**
             * @description The calls that the token is narrowed down to; null: all that `scope` allows.
             * @default null
             */
            scopes?: ("tasks:read" | "tasks:write" | "receivers:read" | "receivers:write" | "requests:reveal" | "secrets:write" | "apply")[] | null;
            /**
             * @description The one project that the token may apply; null: it is bound to none.
             * @default null
             */
            project?: string | null;
            /**
             * @description When it expires; null: never.
             * @default null
             */
            expiresAt?: string | null;
        };
        InvitationInput: {
            /** @description The email address. */
            email: string;
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
        };
        ProfileInput: {
            /** @description The first name; may be empty. */
            firstName: string;
            /** @description The last name; may be empty. */
            lastName: string;
        };
        SettingsInput: {
            /**
             * @description How the caller’s list of tasks is sorted.
             * @enum {string}
             */
            taskListSortKey?: "createdAt" | "lastOpenedAt" | "name";
            /** @description Whether a notification may have several comparisons. */
            isAdvancedConditionEnabled?: boolean;
        };
        LoanInput: {
            /** @description The amount of the loan in US dollars. */
            loanAmount: number;
            /**
             * @description What the loan is for.
             * @enum {string}
             */
            loanPurpose: "REFINANCE" | "PURCHASE";
        };
        CreateRateAlertInput: {
            /** @description The amount of the loan in US dollars. */
            loanAmount: number;
            /**
             * @description What the loan is for.
             * @enum {string}
             */
            loanPurpose: "REFINANCE" | "PURCHASE";
            /**
             * @description The kind of loan.
             * @enum {string}
             */
            product: "thirtyFix" | "fifteenFix" | "tenArm" | "sevenArm" | "fiveArm";
            /** @description The interest in percent a year. */
            rate: number;
        };
        SignUpInput: {
            /** @description The email address. */
            email: string;
            /** @description The password, of at least eight characters. */
            password: string;
            /**
             * @description The first name; may be empty.
             * @default
             */
            firstName?: string;
            /**
             * @description The last name; may be empty.
             * @default
             */
            lastName?: string;
            /** @description What stands behind `#` in the link of the invitation, where the server asks for one. */
            invitation?: string;
        };
        SignInInput: {
            /** @description The email address. */
            email: string;
            /** @description The password. */
            password: string;
        };
        ForgotPasswordInput: {
            /** @description The email address. */
            email: string;
        };
        ResetPasswordInput: {
            /** @description The email address. */
            email: string;
            /** @description The code from the email. */
            otp: string;
            /** @description The new password, of at least eight characters. */
            password: string;
        };
        VerifyCodeInput: {
            /** @description The email address. */
            email: string;
            /** @description The code from the email. */
            otp: string;
        };
        ConfirmInput: {
            /** @description The password of the user who is signed in. */
            password: string;
        };
        ChangePasswordInput: {
            /** @description The password that is replaced. */
            currentPassword?: string;
            /** @description The new password, of at least eight characters. */
            newPassword: string;
        };
        AddPasskeyInput: {
            /** @description The name, as people see it. */
            name: string;
            /** @description What the browser’s passkey call gave. */
            credential: {
                /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
                id: string;
                /** @description The id of the credential, in base64url. */
                rawId: string;
                /** @description What the authenticator answered. */
                response: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        };
        PasskeySignInInput: {
            /** @description What the browser’s passkey call gave. */
            credential: {
                /** @description The id of the object, a UUIDv7: later ones sort behind earlier ones. */
                id: string;
                /** @description The id of the credential, in base64url. */
                rawId: string;
                /** @description What the authenticator answered. */
                response: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        };
        RenameAccountInput: {
            /** @description The name, as people see it. */
            name: string;
        };
        ChangeRoleInput: {
            /**
             * @description What the user may do in the account.
             * @enum {string}
             */
            role: "OWNER" | "EDITOR" | "VIEWER";
        };
        InvitationTokenInput: {
            /** @description What stands behind `#` in the link of the invitation. */
            token: string;
        };
        CopyNotificationInput: {
            /** @description The tasks to copy it to. */
            taskIds: string[];
        };
        PreviewNotificationInput: {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /** @description The condition as it is typed; it need not be complete. */
            condition: components["schemas"]["ConditionInput"];
            /** @description The task as its form shows it; what is left out is as it is stored. */
            task?: {
                /** @description The name, as people see it. */
                name?: string | null;
                /** @description An http or https URL. */
                uri?: string;
            };
            /** @description The templates to fill in, by their keys. */
            templates: {
                [key: string]: string;
            };
        };
        PreviewReceiverNotificationInput: {
            /**
             * Format: uuid
             * @description The id of the receiver.
             */
            receiverId: string;
            /** @description The receiver as its form shows it; what is left out is as it is stored. */
            receiver?: {
                /** @description The name, as people see it. */
                name?: string;
                /** @description The status code that is answered. */
                responseCode?: number;
                /** @description The body that is answered, a Liquid template. */
                responseBody?: string;
            };
            /** @description When to send a message. */
            condition?: components["schemas"]["RequestConditionInput"];
            /** @description Whether the notification is about the receiver’s heartbeat. */
            isOfHeartbeat?: boolean;
            /** @description The templates to fill in, by their keys. */
            templates: {
                [key: string]: string;
            };
        };
        PreviewExecutionInput: {
            /**
             * Format: uuid
             * @description The id of the task.
             */
            taskId: string;
            /**
             * Format: uuid
             * @description The id of the execution.
             */
            executionId: string;
        };
        ActivateTasksInput: {
            /**
             * @description The state that it is in.
             * @enum {string}
             */
            status?: "FAILING" | "LATE" | "ACTIVE" | "DISABLED";
            /**
             * @description Only those that were deactivated for this reason.
             * @enum {string}
             */
            disabledReason?: "USER" | "FAILURES" | "DONE" | "SUSPENDED";
            /**
             * @description Only those whose name or URL contains this, whatever the case.
             * @default
             */
            search?: string;
            /**
             * Format: uuid
             * @description The `next` of the call before, where not all were reached.
             */
            after?: string;
        };
        OperatorStateInput: {
            /** @description What the operator says to everybody; null: nothing. */
            banner?: string | null;
            /** @description Whether all calls are paused. */
            areCallsPaused?: boolean;
        };
        SuspendInput: {
            /** @description Shown to the members of the account. */
            reason: string;
        };
        SetPlanInput: {
            /**
             * @description The plan of the account.
             * @enum {string}
             */
            plan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
        };
        AddCardInput: {
            /** @description The token that the card’s form gave. */
            cardTokenId: string;
        };
        ChangePlanInput: {
            /**
             * @description The plan of the account.
             * @enum {string}
             */
            plan: "FREE" | "HOBBY" | "BUSINESS";
            /** @description The token that the card’s form gave. */
            cardTokenId?: string | null;
        };
        ClientErrorReport: {
            /** @description The build of the program or page. */
            build: string;
            /** @description What the page met. */
            errors: {
                /**
                 * @description Which of the forms it is.
                 * @enum {string}
                 */
                kind: "error" | "rejection" | "crash" | "code";
                /** @description The name of the error’s class, such as `TypeError`. */
                name: string;
                /** @description The message of the error. */
                message: string;
                /** @description Where in the code it occurred. */
                frames: string[];
                /** @description The path of the page, without ids. */
                page: string;
            }[];
        };
    };
    responses: {
        /** @description The body is not JSON (`problems` has the position), or the body, the query or a header is not of the form that is described. */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no session and no token, or they are not valid any more. */
        SignedOut: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this: the token’s scope, the role in the account, or a session that was not confirmed lately. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such object, or it is another account’s. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of the object does not allow it, it was changed since the version that was sent, or a limit is reached. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The object is not in the state that a header or a revision asks for. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than this call takes. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as `application/json`. */
        UnsupportedType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Fields are not valid: `errors` has a message for each, `problems` its place. */
        InvalidFields: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many calls: wait for `Retry-After` seconds. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on the server, which has recorded it. */
        Failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The operator of this server has not set up what the call needs. */
        NotSetUp: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is busy or restarting: try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
        };
    };
    getSignInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether single sign-on is set up. */
                        isOidcConfigured: boolean;
                    };
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "password": "nanoseconds of wire",
                 *       "firstName": "Grace"
                 *     }
                 */
                "application/json": components["schemas"]["SignUpInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "password": "nanoseconds of wire"
                 *     }
                 */
                "application/json": components["schemas"]["SignInInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "otp": "K7QM-3XRT-9WAC",
                 *       "password": "a moth in the relay"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskListSortKey": "name"
                 *     }
                 */
                "application/json": components["schemas"]["SettingsInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    sendEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alerts@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
        };
    };
    verifyEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alerts@example.com",
                 *       "otp": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyCodeInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "lastName": "Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alerts@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A ZIP archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 01934c5e-7a15-7a7d-98e9-f0a1b2c3d4e5
                 */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
        };
    };
    checkConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "nanoseconds of wire"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmInput"];
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "nanoseconds of wire",
                 *       "newPassword": "a moth in the relay"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description To be handed to the browser’s passkey call with the other fields. */
                        challenge: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": {
                 *         "id": "q83v",
                 *         "rawId": "q83v",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "eyJ0",
                 *           "signature": "MEU"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeySignInInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["Passkey"][];
                    };
                };
            };
        };
    };
    createPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop",
                 *       "credential": {
                 *         "id": "q83v",
                 *         "rawId": "q83v",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "eyJ0",
                 *           "signature": "MEU"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AddPasskeyInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    startPasskeyCreation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description To be handed to the browser’s passkey call with the other fields. */
                        challenge: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the passkey.
                 * @example 01934c5e-7a16-7b8e-a9f0-a1b2c3d4e5f6
                 */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Backups",
                 *       "scope": "READ",
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["TokenInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API token.
                 * @example 01934c5e-7a17-7c9f-b0a1-b2c3d4e5f6a7
                 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the API token.
                 * @example 01934c5e-7a17-7c9f-b0a1-b2c3d4e5f6a7
                 */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: {
                            /**
                             * Format: uuid
                             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                             */
                            id: string;
                            /** @description The name, as people see it. */
                            name: string;
                            /**
                             * @description What the user may do in the account.
                             * @enum {string}
                             */
                            role: "OWNER" | "EDITOR" | "VIEWER";
                            /**
                             * @description The plan of the account.
                             * @enum {string}
                             */
                            plan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
                            /** @description Whether it is the one that asks. */
                            isCurrent: boolean;
                        }[];
                    };
                };
            };
        };
    };
    selectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the account.
                 * @example 01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme"
                 *     }
                 */
                "application/json": components["schemas"]["RenameAccountInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "EDITOR"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invitation.
                 * @example 01934c5e-7a1b-70d3-b4e5-f6a7b8c9d0e1
                 */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq83"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationTokenInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq83"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationTokenInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Members"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "EDITOR"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeRoleInput"];
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Only what this user or token did. */
                actor?: string;
                /** @description Only this kind of event. */
                action?: "account.deleted" | "account.exported" | "account.plan_changed" | "account.renamed" | "account.settings_changed" | "account.resumed" | "account.suspended" | "account.switched" | "audit_log.exported" | "bookmark.created" | "bookmark.deleted" | "bookmark.updated" | "card.added" | "card.removed" | "delivery.resent" | "email_address.code_requested" | "email_address.confirmed" | "email_address.unsubscribed" | "instance.banner_changed" | "instance.calls_paused" | "instance.calls_resumed" | "instance.errors_cleared" | "invitation.created" | "invitation.revoked" | "member.joined" | "member.left" | "member.removed" | "member.role_changed" | "notification.created" | "notification.deleted" | "notification.muted" | "notification.tested" | "notification.unmuted" | "notification.updated" | "passkey.added" | "passkey.removed" | "execution.headers_revealed" | "project.applied" | "project.deleted" | "rate_alert.created" | "rate_alert.deleted" | "rate_subscription.changed" | "rate_subscription.ended" | "rate_subscription.started" | "receiver.activated" | "receiver.created" | "receiver.deactivated" | "receiver.deleted" | "receiver.draft_created" | "receiver.draft_deleted" | "receiver.headers_revealed" | "receiver.history_exported" | "receiver.replayed" | "receiver.requests_deleted" | "receiver.updated" | "request.headers_revealed" | "secret.created" | "secret.deleted" | "secret.updated" | "session.ended" | "session.others_ended" | "signing_secret.revealed" | "slack_channel.connected" | "task.activated" | "task.created" | "task.deactivated" | "task.deleted" | "task.history_exported" | "task.draft_created" | "task.draft_deleted" | "task.tested" | "task.updated" | "token.created" | "token.revoked" | "token.rotated" | "user.code_resent" | "user.confirmation_failed" | "user.confirmed" | "user.invited" | "user.email_changed" | "user.password_changed" | "user.provider_linked" | "user.password_reset" | "user.password_reset_failed" | "user.password_reset_requested" | "user.preferences_changed" | "user.profile_changed" | "user.sign_in_failed" | "user.signed_out_everywhere" | "user.signed_in" | "user.signed_out" | "user.signed_up";
                /** @description Only what was done to this object. */
                object?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description The `next` of the page before, for older events. */
                before?: string;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: {
                /** @description Only what this user or token did. */
                actor?: string;
                /** @description Only this kind of event. */
                action?: "account.deleted" | "account.exported" | "account.plan_changed" | "account.renamed" | "account.settings_changed" | "account.resumed" | "account.suspended" | "account.switched" | "audit_log.exported" | "bookmark.created" | "bookmark.deleted" | "bookmark.updated" | "card.added" | "card.removed" | "delivery.resent" | "email_address.code_requested" | "email_address.confirmed" | "email_address.unsubscribed" | "instance.banner_changed" | "instance.calls_paused" | "instance.calls_resumed" | "instance.errors_cleared" | "invitation.created" | "invitation.revoked" | "member.joined" | "member.left" | "member.removed" | "member.role_changed" | "notification.created" | "notification.deleted" | "notification.muted" | "notification.tested" | "notification.unmuted" | "notification.updated" | "passkey.added" | "passkey.removed" | "execution.headers_revealed" | "project.applied" | "project.deleted" | "rate_alert.created" | "rate_alert.deleted" | "rate_subscription.changed" | "rate_subscription.ended" | "rate_subscription.started" | "receiver.activated" | "receiver.created" | "receiver.deactivated" | "receiver.deleted" | "receiver.draft_created" | "receiver.draft_deleted" | "receiver.headers_revealed" | "receiver.history_exported" | "receiver.replayed" | "receiver.requests_deleted" | "receiver.updated" | "request.headers_revealed" | "secret.created" | "secret.deleted" | "secret.updated" | "session.ended" | "session.others_ended" | "signing_secret.revealed" | "slack_channel.connected" | "task.activated" | "task.created" | "task.deactivated" | "task.deleted" | "task.history_exported" | "task.draft_created" | "task.draft_deleted" | "task.tested" | "task.updated" | "token.created" | "token.revoked" | "token.rotated" | "user.code_resent" | "user.confirmation_failed" | "user.confirmed" | "user.invited" | "user.email_changed" | "user.password_changed" | "user.provider_linked" | "user.password_reset" | "user.password_reset_failed" | "user.password_reset_requested" | "user.preferences_changed" | "user.profile_changed" | "user.sign_in_failed" | "user.signed_out_everywhere" | "user.signed_in" | "user.signed_out" | "user.signed_up";
                /** @description Only what was done to this object. */
                object?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": unknown;
                };
            };
        };
    };
    listOperatorAccounts: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description Only those whose name, URL or address contains this, whatever the case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["OperatorAccount"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                    };
                };
            };
        };
    };
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the account.
                 * @example 01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Unpaid since May."
                 *     }
                 */
                "application/json": components["schemas"]["SuspendInput"];
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the account.
                 * @example 01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setAccountPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the account.
                 * @example 01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "BUSINESS"
                 *     }
                 */
                "application/json": components["schemas"]["SetPlanInput"];
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteOperatorAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the account.
                 * @example 01934c5e-7a19-7eb1-92c3-d4e5f6a7b8c9
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOperatorUsers: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description Only those whose name, URL or address contains this, whatever the case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["OperatorUser"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                    };
                };
            };
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sendUserPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sendUserConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01934c5e-7a1a-7fc2-a3d4-e5f6a7b8c9d0
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOperatorOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOverview"];
                };
            };
        };
    };
    setOperatorState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "banner": "Maintenance tonight at 22:00 UTC.",
                 *       "areCallsPaused": false
                 *     }
                 */
                "application/json": components["schemas"]["OperatorStateInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorState"];
                };
            };
        };
    };
    listUnexpectedErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["UnexpectedError"][];
                    };
                };
            };
        };
    };
    clearUnexpectedErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOperatorAuditEvents: {
        parameters: {
            query?: {
                /** @description The `next` of the page before, for older events. */
                before?: string;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the plan is paid for. */
                        billing: components["schemas"]["Billing"];
                        /** @description The public key for the card’s form; null: payments are not set up. */
                        stripePublicKey: string | null;
                    };
                };
            };
        };
    };
    saveCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cardTokenId": "tok_visa"
                 *     }
                 */
                "application/json": components["schemas"]["AddCardInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the plan is paid for. */
                        billing: components["schemas"]["Billing"];
                    };
                };
            };
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "HOBBY",
                 *       "cardTokenId": "tok_visa"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePlanInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the plan is paid for. */
                        billing: components["schemas"]["Billing"];
                        /**
                         * @description The plan of the account.
                         * @enum {string}
                         */
                        plan: "FREE" | "HOBBY" | "BUSINESS" | "ENTERPRISE" | "SUPER";
                    };
                };
            };
        };
    };
    removeCard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the plan is paid for. */
                        billing: components["schemas"]["Billing"];
                    };
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many tasks there are by their state, and which of them have a problem. */
                        tasks: {
                            /** @description How many match the search, by their state. */
                            counts: {
                                /** @description How many were deactivated after too many failures. */
                                DEACTIVATED: number;
                                /** @description How many fail. */
                                FAILING: number;
                                /** @description How many have an execution that is due and has not begun. */
                                LATE: number;
                                /** @description How many are active. */
                                ACTIVE: number;
                                /** @description How many are not active. */
                                DISABLED: number;
                            };
                            /** @description How many tasks have a problem, whether or not they are among `results`. */
                            problems: number;
                            /** @description The items, in the order that the call names. */
                            results: {
                                /**
                                 * Format: uuid
                                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                                 */
                                id: string;
                                /** @description The name, as people see it. */
                                name: string | null;
                                /** @description An http or https URL. */
                                uri: string;
                                /**
                                 * @description What is wrong with the task.
                                 * @enum {string}
                                 */
                                problem: "DEACTIVATED" | "FAILING" | "LATE";
                                /** @description Since when; null where that is not known. */
                                since: string | null;
                                /** @description How many executions of its schedule in a row failed or were HTTP errors. */
                                failingRuns: number;
                                /** @description The HTTP status code; null where no response came. */
                                statusCode: number | null;
                                /** @description Why it failed; null where it did not. */
                                errorCode: ("DNS_NOT_FOUND" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_INVALID" | "TIMEOUT" | "BLOCKED_ADDRESS" | "TOO_MANY_REDIRECTS" | "INVALID_RESPONSE" | "NOT_COMPLETED" | "COMPLETION_FAILED" | "INTERRUPTED" | "UNUSABLE_SECRET" | "INTERNAL" | "INCONCLUSIVE") | null;
                            }[];
                        };
                        /** @description How many receivers there are by their state, and which of them are late or down. */
                        receivers: {
                            /** @description How many match the search, by their state. */
                            counts: {
                                /** @description How many are active. */
                                ACTIVE: number;
                                /** @description How many are not active. */
                                DISABLED: number;
                            };
                            /** @description How many there are, by the state of their heartbeat. */
                            heartbeats: {
                                /** @description How many have had no call yet. */
                                NEW: number;
                                /** @description How many get their calls in time. */
                                UP: number;
                                /** @description How many are in a run. */
                                RUNNING: number;
                                /** @description How many wait for a call that is late, and its grace not over. */
                                LATE: number;
                                /** @description How many lack a call. */
                                DOWN: number;
                                /** @description How many are paused. */
                                PAUSED: number;
                            };
                            /** @description How many receivers are late or down, whether or not they are among `results`. */
                            problems: number;
                            /** @description The items, in the order that the call names. */
                            results: {
                                /**
                                 * Format: uuid
                                 * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                                 */
                                id: string;
                                /** @description The name, as people see it. */
                                name: string;
                                /**
                                 * @description The state of its heartbeat.
                                 * @enum {string}
                                 */
                                state: "LATE" | "DOWN";
                                /**
                                 * @description What it expects: `LEARNED` counts requests, the others wait for calls.
                                 * @default EVERY
                                 * @enum {string}
                                 */
                                mode: "EVERY" | "CRON" | "LEARNED";
                                /**
                                 * Format: date-time
                                 * @description When it took this state.
                                 */
                                since: string;
                                /** @description Why it is down; null where it is late. */
                                reason: ("SIGNAL" | "STARTED" | "LATE" | "SILENT" | "FAILED" | "UNMET" | "RUN_TOO_LONG" | "TOO_FEW" | "REJECTED" | "AS_USUAL" | "NOT_JUDGED" | "EDITED" | "PAUSED" | "RESUMED") | null;
                                /**
                                 * @description How many milliseconds the run had taken that did not end in time, or took that failed; null where there was none.
                                 * @default null
                                 */
                                duration: number | null;
                                /** @description When the last call came; null: none did. */
                                lastSignalAt: string | null;
                                /** @description When the call is expected, or was; null where none is. */
                                expectedAt: string | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description What the list is sorted by: the newest or last opened first, or by name. */
                sortKey?: "createdAt" | "lastOpenedAt" | "name";
                /** @description Only those whose name, URL or address contains this, whatever the case. */
                search?: string;
                /** @description Only tasks that are active, disabled, failing or late. */
                status?: "FAILING" | "LATE" | "ACTIVE" | "DISABLED";
                /** @description Ids, separated by commas, that are left out and not counted. */
                without?: string;
                /** @description `details`: whole executions, with requests, headers and bodies. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: {
                            /**
                             * Format: uuid
                             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                             */
                            id: string;
                            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
                            version: number;
                            /** @description The name, as people see it. */
                            name: string | null;
                            /**
                             * @description The state that it is in.
                             * @enum {string}
                             */
                            status: "DRAFT" | "ACTIVE" | "DISABLED";
                            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
                            key: string | null;
                            /** @description Markdown that is shown with it; null: none. */
                            description: string | null;
                            /** @description Up to 20 names with values. */
                            labels: {
                                [key: string]: string;
                            };
                            /** @description The project that a file manages it in; null where none does. */
                            managedBy: {
                                /** @description The name of the project. */
                                project: string;
                                /** @description The name of the file; null where it has none. */
                                source: string | null;
                                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                                editedAt: string | null;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            createdAt: string;
                            /** @description When somebody looked at the task last; null: nobody did. */
                            lastOpenedAt: string | null;
                            /** @description When the task runs. */
                            scheduler: components["schemas"]["Schedule"];
                            /** @description The request that is sent. */
                            request: components["schemas"]["Request"];
                            /** @description Within which time the job that a run begins reports that it is done; null: it need not. */
                            completion: {
                                /** @description How many seconds the job has. */
                                withinSeconds: number;
                            } | null;
                            /** @description How many notifications the task has; with none, its executions notify nobody. */
                            notificationCount: number;
                            /** @description The latest runs, the newest first. */
                            recentRuns: components["schemas"]["RecentRun"][];
                            /** @description Its notifications, whole; those that are left out of a save are deleted. */
                            notifications?: components["schemas"]["Notification"][];
                            /** @description Its bookmarks, whole; those that are left out of a save are deleted. */
                            charts?: components["schemas"]["Bookmark"][];
                        }[];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                        /** @description How many match the search, by their state. */
                        counts: {
                            /** @description How many fail. */
                            FAILING: number;
                            /**
                             * @description How many have an execution that is due and has not begun.
                             * @default 0
                             */
                            LATE: number;
                            /** @description How many are active. */
                            ACTIVE: number;
                            /** @description How many are not active. */
                            DISABLED: number;
                        };
                        /** @description How many tasks the account has. */
                        taskCount: number;
                    };
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop front",
                 *       "labels": {
                 *         "tier": "1"
                 *       },
                 *       "scheduler": {
                 *         "mode": "INTERVAL",
                 *         "intervalSecond": 60
                 *       },
                 *       "request": {
                 *         "target": {
                 *           "uri": "https://shop.example.com/health",
                 *           "headers": {
                 *             "Accept": "application/json"
                 *           }
                 *         }
                 *       },
                 *       "notifications": [
                 *         {
                 *           "key": "down",
                 *           "type": "EMAIL",
                 *           "condition": {
                 *             "source": "response_code",
                 *             "comparison": "number_not_equal_to",
                 *             "rightValue": 200
                 *           },
                 *           "emailSetting": {
                 *             "address": "ada@example.com"
                 *           }
                 *         }
                 *       ],
                 *       "charts": [
                 *         {
                 *           "key": "price",
                 *           "name": "Price",
                 *           "source": "response_body_json",
                 *           "property": "$.price"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskDefinitionInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
        };
    };
    createTaskDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
        };
    };
    duplicateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
        };
    };
    listTaskDrafts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDrafts"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: {
                /** @description `details`: whole executions, with requests, headers and bodies. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskWithIncluded"];
                };
            };
        };
    };
    updateTask: {
        parameters: {
            query?: {
                /** @description Whether a draft is created as a task, or a task that is disabled activated, with the save. */
                activate?: string;
            };
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop is up",
                 *       "scheduler": {
                 *         "mode": "INTERVAL",
                 *         "intervalSecond": 60
                 *       },
                 *       "request": {
                 *         "target": {
                 *           "uri": "https://shop.example.com/health"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TaskInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: {
                /** @description Whether an active one is deactivated first; without it, deleting one is a conflict. */
                deactivate?: string;
                /** @description Deletes only a draft that was never saved and has no notification; anything else is left. */
                untouched?: string;
            };
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchTask: {
        parameters: {
            query?: {
                /** @description Whether the patch is only checked: the response is what would be stored, and nothing changes. */
                dryRun?: string;
            };
            header?: {
                /** @description Saves only over what has this ETag (412). */
                "if-match"?: string;
                /** @description `*`: creates only (412). */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "labels": {
                 *         "team": "shop"
                 *       },
                 *       "state": "PAUSED"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
        };
    };
    activateTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabledReason": "FAILURES"
                 *     }
                 */
                "application/json": components["schemas"]["ActivateTasksInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivatedTasks"];
                };
            };
        };
    };
    deleteTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e"
                 *       ],
                 *       "deactivate": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteManyInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMany"];
                };
            };
        };
    };
    testTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request": {
                 *         "target": {
                 *           "uri": "https://shop.example.com/ready"
                 *         }
                 *       },
                 *       "sendNotifications": false
                 *     }
                 */
                "application/json": components["schemas"]["TestTaskInput"] | null;
            };
        };
        responses: {
            /** @description It is begun, and goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRun"];
                };
            };
        };
    };
    activateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    deactivateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    markTaskOpened: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    markSlackSetupStarted: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exportExecutions: {
        parameters: {
            query?: {
                /** @description `jsonl`: one execution a line. `har`: an HTTP Archive 1.2. */
                format?: "jsonl" | "har";
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only those that ran on the schedule, or only tests. */
                trigger?: "SCHEDULE" | "TEST";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON lines, or an HTTP Archive (HAR 1.2) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": unknown;
                    "application/json": unknown;
                };
            };
        };
    };
    followExecutions: {
        parameters: {
            query?: {
                /** @description `now`, `start` (the oldest that is kept), or a cursor that was answered. */
                cursor?: string;
                /** @description The most rows of an answer; it has fewer where they are large. */
                limit?: number;
                /** @description For how many seconds the call waits for something new where there is nothing. */
                wait?: number;
            };
            header?: {
                /** @description Of a stream that is connected again: the `id` of the last event that came, in place of `cursor`. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is new, or a stream of events: `cursor`, `execution`, `gap` and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedExecutions"];
                    "text/event-stream": string;
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description What stands first on the page that is shown, so that the answer says whether newer ones came. */
                pageTopObject?: string;
                /** @description Only those that are newer than the one with this id. */
                after?: string;
                /** @description `newest` or `oldest` first; with `oldest` and `after`, a program reads every item. */
                order?: "newest" | "oldest";
                /** @description The history as it was at this id: newer ones are left out. */
                until?: string;
                /** @description The page that contains this time. */
                at?: string;
                /** @description The `watch` of the answer before: rows that may still have changed, and are answered once they have. */
                watch?: string;
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only those that ran on the schedule, or only tests. */
                trigger?: "SCHEDULE" | "TEST";
                /** @description `details`: whole executions, with requests, headers and bodies. */
                include?: "details";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionDetailsPage"] | components["schemas"]["ExecutionPage"];
                };
            };
        };
    };
    getExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionWithPage"];
                };
            };
        };
    };
    revealExecutionHeaders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedHeaders"];
                };
            };
        };
    };
    listBookmarks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bookmarks"];
                };
            };
        };
    };
    createBookmark: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Price",
                 *       "source": "response_body_json",
                 *       "property": "$.price"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBookmarkInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bookmark"];
                };
            };
        };
    };
    updateBookmark: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
                /**
                 * @description The id of the bookmark.
                 * @example 01934c5e-7a13-7e5b-b6c7-d8e9f0a1b2c3
                 */
                chartId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Price",
                 *       "source": "response_body_json",
                 *       "property": "$.price"
                 *     }
                 */
                "application/json": components["schemas"]["BookmarkInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bookmark"];
                };
            };
        };
    };
    deleteBookmark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
                /**
                 * @description The id of the bookmark.
                 * @example 01934c5e-7a13-7e5b-b6c7-d8e9f0a1b2c3
                 */
                chartId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchBookmark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
                /**
                 * @description The id of the bookmark.
                 * @example 01934c5e-7a13-7e5b-b6c7-d8e9f0a1b2c3
                 */
                chartId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Price"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bookmark"];
                };
            };
        };
    };
    getTaskSeries: {
        parameters: {
            query?: {
                /** @description The span of time until now. */
                range?: "1h" | "24h" | "7d" | "30d" | "90d";
                /** @description Ids of executions, separated by commas: these instead of a span of time. */
                executions?: string;
                /** @description Where the plotted value is taken from. */
                source?: "response_time" | "response_code" | "response_body_text" | "response_body_json";
                /** @description The JSON path of the value; for the source `response_body_json` alone. */
                property?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    getTaskHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskHealth"];
                };
            };
        };
    };
    listPlannedRuns: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: {
                            /**
                             * Format: uuid
                             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                             */
                            id: string;
                            /**
                             * @description Why, for people or by a name, as the type says.
                             * @enum {string}
                             */
                            reason: "OVERLAP" | "AWAY" | "PAUSED" | "BUSY" | "CHANGED";
                            /**
                             * Format: date-time
                             * @description From when on.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description Until when.
                             */
                            to: string;
                            /** @description Runs of the schedule; tests do not count. */
                            runs: number;
                            /** @description Whether there were that many or more. */
                            isAtLeast: boolean;
                            /** @description The execution that was still in flight; null where that was not the reason. */
                            runningExecutionId: string | null;
                            /** @description Since when the server was away; null where that is not known or was not the reason. */
                            awayFrom: string | null;
                            /** @description Until when the server was away; null where that was not the reason. */
                            awayTo: string | null;
                        }[];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                        /** @description How long after their times executions started; null where none did. */
                        lag: {
                            /** @description Runs of the schedule; tests do not count. */
                            runs: number;
                            /** @description The median in milliseconds. */
                            p50Ms: number;
                            /** @description The 99th percentile in milliseconds. */
                            p99Ms: number;
                        } | null;
                        /** @description When the task was not active. */
                        disabled: {
                            /**
                             * Format: date-time
                             * @description From when on.
                             */
                            from: string;
                            /** @description Until when. */
                            to: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listReceivers: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description Only those whose name, URL or address contains this, whatever the case. */
                search?: string;
                /** @description Only receivers that are active or disabled. */
                status?: "ACTIVE" | "DISABLED";
                /** @description Only those that expect calls and whose heartbeat has this state. */
                heartbeat?: "NEW" | "UP" | "RUNNING" | "LATE" | "DOWN" | "PAUSED";
                /** @description Ids, separated by commas, that are left out and not counted. */
                without?: string;
                /** @description `details`: whole executions, with requests, headers and bodies. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: {
                            /**
                             * Format: uuid
                             * @description The id of the object, a UUIDv7: later ones sort behind earlier ones.
                             */
                            id: string;
                            /** @description Counts its changes from 1. Sent back with a save, the save is rejected where somebody else changed the same fields. */
                            version: number;
                            /** @description The name, as people see it. */
                            name: string;
                            /** @description Where the receiver is called. */
                            url: string;
                            /**
                             * @description The state that it is in.
                             * @enum {string}
                             */
                            status: "ACTIVE" | "DISABLED";
                            /** @description Whether it is still being created; activating it creates it. */
                            isDraft: boolean;
                            /** @description What a file or a program calls the object, unique in the account; null for one that was made by hand. */
                            key: string | null;
                            /** @description Markdown that is shown with it; null: none. */
                            description: string | null;
                            /** @description Up to 20 names with values. */
                            labels: {
                                [key: string]: string;
                            };
                            /** @description The project that a file manages it in; null where none does. */
                            managedBy: {
                                /** @description The name of the project. */
                                project: string;
                                /** @description The name of the file; null where it has none. */
                                source: string | null;
                                /** @description When it was edited by hand since the project was applied last; null: it was not. */
                                editedAt: string | null;
                            } | null;
                            /** @description The status code that is answered. */
                            responseCode: number;
                            /** @description The body that is answered, a Liquid template. */
                            responseBody: string;
                            /** @description The headers that are answered. */
                            responseHeaders: {
                                /** @description The media type of the response. */
                                "content-type": string;
                            };
                            /** @description When calls are expected; null: never. Left out of a save, it stays as it is. */
                            expectation: components["schemas"]["Expectation"] | null;
                            /** @description Addresses of other services at which the receiver is reached, too. Left out of a save, they stay as they are. */
                            otherAddresses: string[];
                            /** @description How a receiver that expects calls fares; null where it expects none. */
                            heartbeat: components["schemas"]["Heartbeat"] | null;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            createdAt: string;
                            /** @description When the last request came; null: none did. */
                            lastRequestAt: string | null;
                            /** @description How many requests are stored. */
                            requestCount: number;
                            /** @description Requests that were not recorded in the last hour. */
                            rejectedLastHour: number;
                            /** @description Its notifications, whole; those that are left out of a save are deleted. */
                            notifications?: components["schemas"]["ReceiverNotification"][];
                        }[];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                        /** @description How many match the search, by their state. */
                        counts: {
                            /** @description How many are active. */
                            ACTIVE: number;
                            /** @description How many are not active. */
                            DISABLED: number;
                        };
                        /** @description How many there are, by the state of their heartbeat. */
                        heartbeats: {
                            /** @description How many have had no call yet. */
                            NEW: number;
                            /** @description How many get their calls in time. */
                            UP: number;
                            /** @description How many are in a run. */
                            RUNNING: number;
                            /** @description How many wait for a call that is late, and its grace not over. */
                            LATE: number;
                            /** @description How many lack a call. */
                            DOWN: number;
                            /** @description How many are paused. */
                            PAUSED: number;
                        };
                        /** @description How many receivers the account has. */
                        receiverCount: number;
                    };
                };
            };
        };
    };
    createReceiver: {
        parameters: {
            query?: {
                /** @description Whether the receiver is a draft until it is activated. */
                draft?: string;
            };
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Orders",
                 *       "responseCode": 202,
                 *       "notifications": [
                 *         {
                 *           "key": "each",
                 *           "type": "EMAIL",
                 *           "emailSetting": {
                 *             "address": "ada@example.com"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverDefinitionInput"] | null;
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"] | components["schemas"]["Created"];
                };
            };
        };
    };
    listReceiverDrafts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDrafts"];
                };
            };
        };
    };
    duplicateReceiver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
        };
    };
    getReceiver: {
        parameters: {
            query?: {
                /** @description `details`: whole executions, with requests, headers and bodies. */
                include?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverWithIncluded"];
                };
            };
        };
    };
    updateReceiver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Orders",
                 *       "responseCode": 202,
                 *       "responseBody": "{\"received\": {{ request.body | json: \"$.id\" }}}",
                 *       "responseHeaders": {
                 *         "content-type": "application/json"
                 *       },
                 *       "expectation": {
                 *         "mode": "CRON",
                 *         "expression": "0 3 * * *",
                 *         "timezone": "Europe/Berlin",
                 *         "graceSeconds": 1800
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
        };
    };
    deleteReceiver: {
        parameters: {
            query?: {
                /** @description Whether an active one is deactivated first; without it, deleting one is a conflict. */
                deactivate?: string;
                /** @description Deletes only a draft that was never saved and has no notification; anything else is left. */
                untouched?: string;
            };
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchReceiver: {
        parameters: {
            query?: {
                /** @description Whether the patch is only checked: the response is what would be stored, and nothing changes. */
                dryRun?: string;
            };
            header?: {
                /** @description Saves only over what has this ETag (412). */
                "if-match"?: string;
                /** @description `*`: creates only (412). */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "responseCode": 204
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"];
                };
            };
        };
    };
    deleteReceivers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d"
                 *       ],
                 *       "deactivate": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteManyInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedMany"];
                };
            };
        };
    };
    activateReceiver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
        };
    };
    deactivateReceiver: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receiver"];
                };
            };
        };
    };
    listHeartbeatChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatChanges"];
                };
            };
        };
    };
    getHeartbeatHistory: {
        parameters: {
            query?: {
                /** @description The span of time until now. */
                range?: "1h" | "24h" | "7d" | "30d" | "90d";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What is covered: a span of time until now.
                         * @enum {string}
                         */
                        range: "1h" | "24h" | "7d" | "30d" | "90d";
                        /**
                         * Format: date-time
                         * @description From when on.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description Until when.
                         */
                        to: string;
                        /** @description The states one after the other, each with its time. In a time between them nothing was expected, or nothing is known of it. */
                        bands: {
                            /**
                             * Format: date-time
                             * @description From when on.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description Until when.
                             */
                            to: string;
                            /**
                             * @description The state of the heartbeat in that time; `UP` also while it was in a run.
                             * @enum {string}
                             */
                            state: "UP" | "LATE" | "DOWN";
                        }[];
                        /**
                         * @description Times between the bands in which it would have been up or late, but calls could not be received.
                         * @default []
                         */
                        unknown: {
                            /**
                             * Format: date-time
                             * @description From when on.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description Until when.
                             */
                            to: string;
                        }[];
                        /** @description The share of the known time in which it was up or late, in percent; null where nothing is known. */
                        uptimePercent: number | null;
                        /** @description How many times it was down. */
                        outages: number;
                        /** @description How long it was down, in milliseconds. */
                        downtime: number;
                        /** @description The runs that signalled their start and their end, oldest first, and those that took too long. Of many, only the longest of each interval. */
                        runs: {
                            /**
                             * Format: uuid
                             * @description The id of the request that ended the run, or of the change of the state where no such request is known.
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When the run ended, or had taken too long where no end is known.
                             */
                            at: string;
                            /** @description How many milliseconds the run took, or was waited for where no end is known. */
                            duration: number;
                            /** @description Whether it succeeded. */
                            isSuccess: boolean;
                        }[];
                        /** @description The median of the durations of all runs in milliseconds, also those that are not listed; null without runs. */
                        median: number | null;
                        /** @description The 95th percentile of the durations of all runs in milliseconds, also those that are not listed; null without runs. */
                        p95: number | null;
                    };
                };
            };
        };
    };
    getLearnedRhythm: {
        parameters: {
            query?: {
                /** @description The zone whose clocks the hours are those of, such as `Europe/Berlin`. */
                timezone?: string;
                /** @description The numbers of the days that count, from 1 for Monday, such as `12345`; with `from` and `until`. Left out: all. */
                days?: string;
                /** @description From which time of these days on hours count, such as `09:00`. */
                from?: string;
                /** @description Until which time of these days hours count, such as `17:00`. */
                until?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LearnedRhythm"];
                };
            };
        };
    };
    exportReceivedRequests: {
        parameters: {
            query?: {
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only requests with this method, or methods, separated by commas. */
                method?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON lines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": unknown;
                };
            };
        };
    };
    listReceivedRequests: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description What stands first on the page that is shown, so that the answer says whether newer ones came. */
                pageTopObject?: string;
                /** @description Only those that are newer than the one with this id. */
                after?: string;
                /** @description `newest` or `oldest` first; with `oldest` and `after`, a program reads every item. */
                order?: "newest" | "oldest";
                /** @description The history as it was at this id: newer ones are left out. */
                until?: string;
                /** @description The page that contains this time. */
                at?: string;
                /** @description The `watch` of the answer before: rows that may still have changed, and are answered once they have. */
                watch?: string;
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only requests with this method, or methods, separated by commas. */
                method?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedRequestPage"];
                };
            };
        };
    };
    deleteReceivedRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getReceivedRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedRequestWithPage"];
                };
            };
        };
    };
    deleteReceivedRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    followReceivedRequests: {
        parameters: {
            query?: {
                /** @description `now`, `start` (the oldest that is kept), or a cursor that was answered. */
                cursor?: string;
                /** @description The most rows of an answer; it has fewer where they are large. */
                limit?: number;
                /** @description For how many seconds the call waits for something new where there is nothing. */
                wait?: number;
                /** @description `headers`: secret headers have their values, for those who may change the receiver. */
                reveal?: "headers";
            };
            header?: {
                /** @description Of a stream that is connected again: the `id` of the last event that came, in place of `cursor`. */
                "last-event-id"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is new, or a stream of events: `cursor`, `request`, `gap` and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedRequests"];
                    "text/event-stream": string;
                };
            };
        };
    };
    reportForward: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target": "http://localhost:3000/hook",
                 *       "startedAt": "2026-11-29T07:00:00Z",
                 *       "durationMs": 12,
                 *       "status": 200
                 *     }
                 */
                "application/json": components["schemas"]["ForwardInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forward"];
                };
            };
        };
    };
    getRejectedRequests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedRequests"];
                };
            };
        };
    };
    revealReceivedHeaders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevealedHeaders"];
                };
            };
        };
    };
    replayReceivedRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
                /**
                 * @description The id of the execution, or of the received request.
                 * @example 01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uri": "https://shop.example.com/orders"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description What stands in the address of the badge.
                 * @example 5f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0
                 */
                badgeToken: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Badge"];
                };
            };
        };
    };
    getBadgePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description What stands in the address of the badge.
                 * @example 5f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0
                 */
                badgeToken: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SVG */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": unknown;
                };
            };
        };
    };
    getTaskNews: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description What stands first on the page that is shown, so that the answer says whether newer ones came. */
                pageTopObject?: string;
                /** @description Only those that are newer than the one with this id. */
                after?: string;
                /** @description The `watch` of the answer before: rows that may still have changed, and are answered once they have. */
                watch?: string;
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only those that ran on the schedule, or only tests. */
                trigger?: "SCHEDULE" | "TEST";
                /** @description The `state` of the last response: this one has only what is new. */
                seen?: string;
                /** @description The span of time of the chart. */
                chartRange?: "page" | "1h" | "24h" | "7d" | "30d" | "90d";
                /** @description Where the plotted value is taken from. */
                chartSource?: "response_time" | "response_code";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows that are new or have changed. */
                        rows: components["schemas"]["ExecutionPage"] | null;
                        /** @description Identifies this response. Send it as `seen`, and the next call returns only what is new. */
                        state: string;
                        /** @description What has changed since the call before. */
                        changed: {
                            /** @description The task as its form shows it; what is left out is as it is stored. */
                            task: components["schemas"]["Task"];
                            /** @description How the task is. */
                            health: components["schemas"]["TaskHealth"];
                            /** @description What its chart shows; null where no chart was asked for, or it could not be read. */
                            series: components["schemas"]["Series"] | null;
                        } | null;
                    };
                };
            };
        };
    };
    getReceiverNews: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
                /** @description What stands first on the page that is shown, so that the answer says whether newer ones came. */
                pageTopObject?: string;
                /** @description Only those that are newer than the one with this id. */
                after?: string;
                /** @description The `watch` of the answer before: rows that may still have changed, and are answered once they have. */
                watch?: string;
                /** @description Only those in this state; several are separated by commas where a history is listed. */
                status?: string;
                /** @description Only those whose response has one of these status codes or classes, separated by commas, such as `404` or `4xx,5xx`. */
                code?: string;
                /** @description Only those that sent a notification, or with `false` those that sent none. */
                notified?: string;
                /** @description Only those from this time on. */
                from?: string;
                /** @description Only those before this time. */
                to?: string;
                /** @description Only those whose URL or bodies contain this text, whatever the case. */
                text?: string;
                /** @description Only requests with this method, or methods, separated by commas. */
                method?: string;
                /** @description The `state` of the last response: this one has only what is new. */
                seen?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows that are new or have changed. */
                        rows: components["schemas"]["ReceivedRequestPage"] | null;
                        /** @description Identifies this response. Send it as `seen`, and the next call returns only what is new. */
                        state: string;
                        /** @description What has changed since the call before. */
                        changed: {
                            /** @description The receiver as its form shows it; what is left out is as it is stored. */
                            receiver: components["schemas"]["Receiver"];
                            /** @description The requests that were rejected. */
                            rejected: components["schemas"]["RejectedRequests"];
                        } | null;
                    };
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description The task whose notifications are listed. */
                taskId?: string;
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notifications"];
                };
            };
        };
    };
    createNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL",
                 *       "taskId": "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e",
                 *       "condition": {
                 *         "source": "response_code",
                 *         "comparison": "number_not_equal_to",
                 *         "rightValue": 200
                 *       },
                 *       "emailSetting": {
                 *         "address": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NotificationInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    updateNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "HTTP",
                 *       "taskId": "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e",
                 *       "condition": {
                 *         "source": "response_code",
                 *         "comparison": "number_not_equal_to",
                 *         "rightValue": 200
                 *       },
                 *       "firing": {
                 *         "mode": "ON_START",
                 *         "notifyOnRecovery": true
                 *       },
                 *       "request": {
                 *         "target": {
                 *           "uri": "https://ops.example.com/hook",
                 *           "method": "POST"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NotificationInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    deleteNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firing": {
                 *         "mode": "ON_START",
                 *         "afterInARow": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    muteNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "forSeconds": 28800
                 *     }
                 */
                "application/json": components["schemas"]["MuteInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    unmuteNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    previewNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskId": "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e",
                 *       "condition": {
                 *         "source": "response_code",
                 *         "comparison": "number_not_equal_to",
                 *         "rightValue": 200
                 *       },
                 *       "templates": {
                 *         "emailSubject": "{{ task.name }} is down"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewNotificationInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreview"];
                };
            };
        };
    };
    testNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL",
                 *       "taskId": "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e",
                 *       "condition": {
                 *         "source": "response_code",
                 *         "comparison": "number_not_equal_to",
                 *         "rightValue": 200
                 *       },
                 *       "emailSetting": {
                 *         "address": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestNotificationInput"];
            };
        };
        responses: {
            /** @description It is begun, and goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    previewExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskId": "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e",
                 *       "executionId": "01934c5e-7a12-7d4a-a5b6-c7d8e9f0a1b2"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewExecutionInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionPreviews"];
                };
            };
        };
    };
    listReceiverNotifications: {
        parameters: {
            query?: {
                /** @description The receiver whose notifications are listed. */
                receiverId?: string;
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotifications"];
                };
            };
        };
    };
    createReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL",
                 *       "receiverId": "01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d",
                 *       "emailSetting": {
                 *         "address": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverNotificationInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotification"];
                };
            };
        };
    };
    updateReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL",
                 *       "receiverId": "01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d",
                 *       "emailSetting": {
                 *         "address": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverNotificationInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotification"];
                };
            };
        };
    };
    deleteReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "emailSetting": {
                 *         "subject": "{{ receiver.name }} was called"
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotification"];
                };
            };
        };
    };
    muteReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": null
                 *     }
                 */
                "application/json": components["schemas"]["MuteInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotification"];
                };
            };
        };
    };
    unmuteReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version that was read, such as `"7"`: the call is rejected where the object has been changed since. */
                "if-match"?: string;
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverNotification"];
                };
            };
        };
    };
    previewReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "receiverId": "01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d",
                 *       "templates": {
                 *         "emailSubject": "{{ receiver.name }}: {{ request.method }}"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewReceiverNotificationInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreview"];
                };
            };
        };
    };
    testReceiverNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "EMAIL",
                 *       "receiverId": "01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d",
                 *       "emailSetting": {
                 *         "address": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestReceiverNotificationInput"];
            };
        };
        responses: {
            /** @description It is begun, and goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    copyNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskIds": [
                 *         "01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CopyNotificationInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationCopies"];
                };
            };
        };
    };
    getSigningSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: starts_with
                         * @description The secret that signs HTTP notifications.
                         */
                        secret: string;
                    };
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The id of the notification or delivery.
                 * @example 01934c5e-7a14-7f6c-87d8-e9f0a1b2c3d4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is begun, and goes on in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    listTaskDefinitions: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["TaskDefinition"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                    };
                };
            };
        };
    };
    getTaskByKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key that a file or a program gave the object.
                 * @example shop-front
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
        };
    };
    putTaskByKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Saves only over what has this ETag (412). */
                "if-match"?: string;
                /** @description `*`: creates only (412). */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The key that a file or a program gave the object.
                 * @example shop-front
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop front",
                 *       "labels": {
                 *         "tier": "1"
                 *       },
                 *       "scheduler": {
                 *         "mode": "INTERVAL",
                 *         "intervalSecond": 60
                 *       },
                 *       "request": {
                 *         "target": {
                 *           "uri": "https://shop.example.com/health",
                 *           "headers": {
                 *             "Accept": "application/json"
                 *           }
                 *         }
                 *       },
                 *       "notifications": [
                 *         {
                 *           "key": "down",
                 *           "type": "EMAIL",
                 *           "condition": {
                 *             "source": "response_code",
                 *             "comparison": "number_not_equal_to",
                 *             "rightValue": 200
                 *           },
                 *           "emailSetting": {
                 *             "address": "ada@example.com"
                 *           }
                 *         }
                 *       ],
                 *       "charts": [
                 *         {
                 *           "key": "price",
                 *           "name": "Price",
                 *           "source": "response_body_json",
                 *           "property": "$.price"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskDefinitionInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
        };
    };
    listReceiverDefinitions: {
        parameters: {
            query?: {
                /** @description The page, counted from 0. */
                page?: number;
                /** @description How many items a page has. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["ReceiverDefinition"][];
                        /** @description How many there are on all pages. */
                        total: number;
                        /** @description The page, counted from 0. */
                        page: number;
                    };
                };
            };
        };
    };
    getReceiverByKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key that a file or a program gave the object.
                 * @example shop-front
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"];
                };
            };
        };
    };
    putReceiverByKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Saves only over what has this ETag (412). */
                "if-match"?: string;
                /** @description `*`: creates only (412). */
                "if-none-match"?: string;
            };
            path: {
                /**
                 * @description The key that a file or a program gave the object.
                 * @example shop-front
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Orders",
                 *       "responseCode": 202,
                 *       "notifications": [
                 *         {
                 *           "key": "each",
                 *           "type": "EMAIL",
                 *           "emailSetting": {
                 *             "address": "ada@example.com"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReceiverDefinitionInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"];
                };
            };
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"];
                };
            };
        };
    };
    apply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "project": "shop",
                 *       "mode": "apply",
                 *       "source": "knockwire.yaml",
                 *       "resources": [
                 *         {
                 *           "kind": "task",
                 *           "key": "shop-api",
                 *           "name": "Shop front",
                 *           "labels": {
                 *             "tier": "1"
                 *           },
                 *           "scheduler": {
                 *             "mode": "INTERVAL",
                 *             "intervalSecond": 60
                 *           },
                 *           "request": {
                 *             "target": {
                 *               "uri": "https://shop.example.com/health",
                 *               "headers": {
                 *                 "Accept": "application/json"
                 *               }
                 *             }
                 *           },
                 *           "notifications": [
                 *             {
                 *               "key": "down",
                 *               "type": "EMAIL",
                 *               "condition": {
                 *                 "source": "response_code",
                 *                 "comparison": "number_not_equal_to",
                 *                 "rightValue": 200
                 *               },
                 *               "emailSetting": {
                 *                 "address": "ada@example.com"
                 *               }
                 *             }
                 *           ],
                 *           "charts": [
                 *             {
                 *               "key": "price",
                 *               "name": "Price",
                 *               "source": "response_body_json",
                 *               "property": "$.price"
                 *             }
                 *           ]
                 *         },
                 *         {
                 *           "kind": "receiver",
                 *           "key": "shop-orders",
                 *           "name": "Orders",
                 *           "responseCode": 202,
                 *           "notifications": [
                 *             {
                 *               "key": "each",
                 *               "type": "EMAIL",
                 *               "emailSetting": {
                 *                 "address": "ada@example.com"
                 *               }
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApplyInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplyResult"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the project.
                 * @example shop
                 */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description `detach`: what the project manages stays, and is managed by hand. `delete`: it is deleted. */
                resources?: "detach" | "delete";
            };
            header?: never;
            path: {
                /**
                 * @description The name of the project.
                 * @example shop
                 */
                project: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTaskDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the task.
                 * @example 01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e
                 */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskDefinition"];
                };
            };
        };
    };
    getReceiverDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the receiver.
                 * @example 01934c5e-7a11-7b2f-8c4d-0e1f2a3b4c5d
                 */
                receiverId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverDefinition"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["Secret"][];
                    };
                };
            };
        };
    };
    putSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the secret.
                 * @example ALERTS_TOKEN
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "a1b2c3d4"
                 *     }
                 */
                "application/json": {
                    /** @description The value. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: {
                /** @description Whether a secret that is used is deleted all the same. */
                force?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the secret.
                 * @example ALERTS_TOKEN
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSlackChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlackChannel"][];
                };
            };
        };
    };
    startSlackSetup: {
        parameters: {
            query: {
                /**
                 * @description The dialog to come back to, as JSON.
                 * @example {"taskId":"01934c5e-7a10-7c3e-9d2b-6f0a1b2c3d4e","notificationId":null,"messageTemplate":"{{ task.name }}","channelId":""}
                 */
                state: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address to go to */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishSlackSetup: {
        parameters: {
            query?: {
                /** @description The dialog to come back to, as JSON. */
                state?: string;
                /** @description Why Slack was left without a channel. */
                error?: string;
                /** @description What Slack sends back. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address to go to */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishReceiverSlackSetup: {
        parameters: {
            query?: {
                /** @description The dialog to come back to, as JSON. */
                state?: string;
                /** @description Why Slack was left without a channel. */
                error?: string;
                /** @description What Slack sends back. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address to go to */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveTextMessageStatus: {
        parameters: {
            query: {
                /**
                 * @description The id of the delivery that the report is about.
                 * @example 01934c5e-7a1c-71e4-85f6-a7b8c9d0e1f2
                 */
                deliveryId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "MessageSid": "SM00000000000000000000000000000000",
                 *       "MessageStatus": "delivered"
                 *     }
                 */
                "application/json": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "loanAmount": 400000,
                 *       "loanPurpose": "PURCHASE"
                 *     }
                 */
                "application/json": components["schemas"]["LoanInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rate"][];
                };
            };
        };
    };
    getRateHistory: {
        parameters: {
            query: {
                /**
                 * @description The amount of the loan in US dollars.
                 * @example 400000
                 */
                loanAmount: number;
                /**
                 * @description What the loan is for.
                 * @example PURCHASE
                 */
                loanPurpose: "REFINANCE" | "PURCHASE";
                /** @description The span of time until now. */
                range?: "3m" | "1y" | "5y";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateHistory"];
                };
            };
        };
    };
    listRateSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["RateSource"][];
                    };
                };
            };
        };
    };
    getRateSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSubscription"];
                };
            };
        };
    };
    unsubscribeFromRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSubscription"];
                };
            };
        };
    };
    subscribeToRates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "loanAmount": 400000,
                 *       "loanPurpose": "PURCHASE"
                 *     }
                 */
                "application/json": components["schemas"]["LoanInput"];
            };
        };
        responses: {
            /** @description It is done, and this is what came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateSubscription"];
                };
            };
        };
    };
    listRateAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items, in the order that the call names. */
                        results: components["schemas"]["RateAlert"][];
                    };
                };
            };
        };
    };
    createRateAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeated within a day with the same body, the call gets the first response and does nothing more. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "loanAmount": 400000,
                 *       "loanPurpose": "PURCHASE",
                 *       "product": "thirtyFix",
                 *       "rate": 5.25
                 *     }
                 */
                "application/json": components["schemas"]["CreateRateAlertInput"];
            };
        };
        responses: {
            /** @description It is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateAlert"];
                };
            };
        };
    };
    deleteRateAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the rate alert.
                 * @example 01934c5e-7a18-7da0-81b2-c3d4e5f6a7b8
                 */
                alertId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportClientErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "build": "q83vq83vq83vq83v",
                 *       "errors": [
                 *         {
                 *           "kind": "error",
                 *           "name": "TypeError",
                 *           "message": "Illegal invocation",
                 *           "frames": [
                 *             "index-4f2a.js:1:234"
                 *           ],
                 *           "page": "/signin"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ClientErrorReport"];
            };
        };
        responses: {
            /** @description It is done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
