import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { CookieBanner } from '#web/cookie-banner.tsx';
import { touchSession } from '#features/access/session/endpoints.ts';
import { call } from '#web/call/call.ts';
import { ModeBanner } from './mode-banner.tsx';
import { TestClockBanner } from './test-clock-banner.tsx';
import { VersionBanner } from './version-banner.tsx';
import { SideMenu, menuEntries } from './menu/side-menu.tsx';
import classes from './shell.module.css';
import { Palette } from './palette.tsx';
import { TopBar } from './top-bar.tsx';
import { screens } from '../screens.tsx';
import {
  openOrganisationChoice,
  closeOrganisationChoice,
  useOrganisationChoice,
} from '#features/company/organisations/web/organisation-choice.ts';
import { lazyMount } from '#ui/overlay/lazy-mount.tsx';
import { closePeek, usePeek } from '#web/list-screen/peek.ts';
import { usePendingApproval } from '#web/call/approval.ts';
import { useStepUpQuestion } from '#web/call/step-up.ts';
import { useSingleKeysMark } from '#web/preferences.ts';
import { rememberPlace } from '#web/palette/recent-places.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { MenuContext, menuFor } from '#web/session/menu-rules.ts';
import { useIsSuspended, useSession } from '#web/session/session-store.ts';
import { type Session, isAtOwnDomain } from '#web/session/session.ts';
import { useTabObject } from '#web/tab-title.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { resolveLeaveQuestion, useIsLeaveAsked } from '#web/form/unsaved-forms.ts';
import { hasOpenOverlay } from '#ui/overlay/open-overlays.ts';

const lateParts = () => import('./late-parts.ts');
const MenuDrawer = lazyMount(async () => (await lateParts()).MenuDrawer);
const KeysDialog = lazyMount(async () => (await lateParts()).KeysDialog);
const ChangeOrganisationDialog = lazyMount(async () => (await lateParts()).ChangeOrganisationDialog);
const LeaveQuestion = lazyMount(async () => (await lateParts()).LeaveQuestion);
const SignInAgainDialog = lazyMount(
  async () => (await lateParts()).SignInAgainDialog,
  // The page must be hidden after its session has ended.
  <div className={classes.cover} />,
);
const StepUpDialog = lazyMount(async () => (await withAllTexts(lateParts())).StepUpDialog);
const PendingDialog = lazyMount(async () => (await withAllTexts(lateParts())).PendingDialog);
const TransactionPeek = lazyMount(async () => (await withAllTexts(lateParts())).TransactionPeek);

type Layer = 'none' | 'menu' | 'palette' | 'keys';

/** The frame of every screen of a signed-in user: menu, top bar, palette, dialogs of the product. */
export function Shell() {
  const { t } = useTranslation();
  const session = useSession();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [isCollapsed, setIsCollapsed] = useState(false);
  const [layer, setLayer] = useState<Layer>('none');
  const entries = useMemo(() => {
    return session === undefined ? [] : menuFor(menuEntries(screens), session);
  }, [session]);

  useKeepAlive();
  useSingleKeysMark();
  const isFullScreen = useRouterState({
    select: (state) => state.matches.at(-1)?.staticData.screen?.isFullScreen === true,
  });
  useShellKeys({
    onPalette: () => setLayer('palette'),
    // A full screen shows its own.
    onKeys: () => !isFullScreen && setLayer('keys'),
  });
  useTitle();
  useRememberedPlaces();
  const main = useRouteChanges(() => setLayer('none'));
  // Preloads the sign-in, so that an ended session shows it without the network.
  useEffect(() => void import('#features/access/session/web/login-screen.tsx').catch(() => {}), []);
  useOrganisationNeeded(session);
  const isOrganisationAsked = useOrganisationChoice().isOpen;
  const isLeaveAsked = useIsLeaveAsked();
  const isSuspended = useIsSuspended();
  const stepUp = useStepUpQuestion();
  const approval = usePendingApproval();
  const isPeeking = usePeek() !== undefined;

  // The shell is mounted for one frame after a sign-out.
  if (session === undefined) return null;
  const close = () => setLayer('none');
  return (
    <div
      className={classes.shell}
      data-collapsed={isCollapsed || undefined}
      data-full={isFullScreen || undefined}
    >
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      {!isFullScreen && <SideMenu entries={entries} path={path} isCollapsed={isCollapsed} />}
      <div className={classes.column}>
        {!isFullScreen && (
          <TopBar
            isMenuOpen={!isCollapsed}
            onMenu={() => setIsCollapsed(!isCollapsed)}
            onDrawer={() => setLayer('menu')}
            onPalette={() => setLayer('palette')}
            onKeys={() => setLayer('keys')}
          />
        )}
        <ModeBanner />
        <TestClockBanner />
        <VersionBanner />
        <NavigationLine />
        <main ref={main} id="main" className={classes.main} tabIndex={-1}>
          <MenuContext value={entries}>
            <Outlet />
          </MenuContext>
        </main>
        <CookieBanner />
      </div>
      <MenuDrawer isOpen={layer === 'menu'} onClose={close} entries={entries} path={path} />
      <Palette
        // The question for the password covers everything, the top layer too.
        isOpen={layer === 'palette' && !isSuspended}
        onClose={close}
        onKeys={() => setLayer('keys')}
        menu={entries}
      />
      <KeysDialog isOpen={layer === 'keys'} onClose={close} />
      <ChangeOrganisationDialog isOpen={isOrganisationAsked} />
      <LeaveQuestion isOpen={isLeaveAsked} />
      <TransactionPeek isOpen={isPeeking && !isSuspended} />
      <StepUpDialog isOpen={stepUp !== undefined && !isSuspended} question={stepUp} />
      <PendingDialog isOpen={approval !== undefined && !isSuspended} pending={approval} />
      <SignInAgainDialog isOpen={isSuspended} />
    </div>
  );
}

/** Scrolls a new screen to its top, moves the focus there and closes overlays. Returns the ref of <main>. */
function useRouteChanges(onLeave: () => void): RefObject<HTMLElement | null> {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        // A list that has returned to its row stays there.
        if (!pathChanged || document.activeElement?.closest('[data-returned]') != null) return;
        main.current?.scrollTo(0, 0);
        // Screen readers and the Tab key begin at the start of a new screen, unless it has focused a field itself.
        if (main.current?.contains(document.activeElement) === false) main.current.focus();
      }),
    [router],
  );
  // Overlays close when the route changes (docs/domain.md#screens-and-addresses).
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return;
        latest.current();
        closeOrganisationChoice();
        closePeek();
        resolveLeaveQuestion(false);
      }),
    [router],
  );
  return main;
}

/**
 * Asks a domain user for an organisation when a restricted screen redirected here. That screen opens afterwards
 * (docs/domain.md#domain-users).
 */
function useOrganisationNeeded(session: Session | undefined): void {
  const resolved = useRouterState({ select: (state) => state.resolvedLocation });
  // Once for each visit: the user may dismiss the choice, and the next visit opens it again.
  useEffect(() => {
    const target = (resolved?.state as { organisationFor?: unknown } | undefined)?.organisationFor;
    if (typeof target === 'string' && session !== undefined && isAtOwnDomain(session)) {
      openOrganisationChoice(inAppTarget(target));
    }
  }, [resolved, session]);
}

/** The object on the screen, else the screen's name, in the tab. */
function useTitle(): void {
  const { t } = useTranslation();
  const name = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.screen?.name });
  const object = useTabObject();
  useEffect(() => {
    const product = t('product.name');
    const screen = object ?? (name === undefined ? undefined : t(`screen.${name}`));
    document.title = screen === undefined ? product : `${screen} · ${product}`;
  }, [name, object, t]);
}

/** The object of each screen that has one, for the palette's list of recent ones. */
function useRememberedPlaces(): void {
  const object = useTabObject();
  const href = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (object !== undefined && href !== undefined) rememberPlace({ label: object, href });
  }, [object, href]);
}

/** A line under the top bar while the next screen loads. */
function NavigationLine() {
  const isBusy = useRouterState({ select: ({ isLoading }) => isLoading });
  return <div className={classes.navigation}>{isBusy && <i className={classes.navigationLine} />}</div>;
}

interface Keys {
  onPalette: () => void;
  onKeys: () => void;
}

/** Ctrl-K opens the palette, `/` goes to the screen's search, `?` shows the keys. */
function useShellKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      // Does not ask the DOM: a dialog that is fading out would swallow the key.
      const isInDialog = hasOpenOverlay();
      const isOff = document.documentElement.hasAttribute('data-no-single-keys');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!isInDialog) latest.current.onPalette();
      } else if (isOff || isTyping || isInDialog || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      } else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>('#main [data-search]');
        if (search === null) latest.current.onPalette();
        else search.focus();
      } else if (event.key === '?') {
        event.preventDefault();
        latest.current.onKeys();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Session touch throttle (docs/domain.md#sessions). */
const touchMs = 60_000;

/** Extends the session on mouse-up, at most once a minute (docs/domain.md#sessions). */
function useKeepAlive(): void {
  const { mutate } = useMutation({
    mutationFn: () => call(touchSession, { body: {} }),
    // Only the end of the session concerns the page.
    meta: { handlesOwnErrors: true },
  });
  useEffect(() => {
    const touch = throttled(mutate, touchMs);
    document.addEventListener('mouseup', touch.call);
    return () => {
      document.removeEventListener('mouseup', touch.call);
      touch.stop();
    };
  }, [mutate]);
}

/**
 * Calls `send` at most once in `everyMs`. Calls in between are sent together when that time has passed: the server
 * counts idle minutes from these calls, so the last action of a user must not get lost.
 */
export function throttled(send: () => void, everyMs: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOwed = false;
  const sendNow = (): void => {
    isOwed = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isOwed) sendNow();
    }, everyMs);
    send();
  };
  return {
    call() {
      if (timer === undefined) sendNow();
      else isOwed = true;
    },
    stop: () => clearTimeout(timer),
  };
}
