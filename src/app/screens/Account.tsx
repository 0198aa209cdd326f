import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { session } from '../../session/session.ts';
import { Link } from '../components/Link.tsx';
import { LoginAgainDialog } from '../components/LoginAgainDialog.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { takeFocus } from '../components/take-focus.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import type { SectionProps } from './account/AccountSection.tsx';
import { DeleteAccountSection } from './account/DeleteAccountSection.tsx';
import { DevicesSection } from './account/DevicesSection.tsx';
import { NameSection } from './account/NameSection.tsx';
import { PasskeysSection } from './account/PasskeysSection.tsx';
import { PasswordSection } from './account/PasswordSection.tsx';
import { RecoveryCodesSection } from './account/RecoveryCodesSection.tsx';
import { YourWritingSection } from './account/YourWritingSection.tsx';
import '../styles/account.css';
import '../styles/authoring.css';

/** The user's account, which only our own backend has. */
export function Account() {
  useDocumentTitle('Account');
  const isInBrowser = useIsHydrated();
  const { token, userId } = useObservable(session);
  const { hash } = useLocation();
  const isDeleted = isInBrowser && token === null && hash === '#deleted';
  return (
    <div className="column">
      <h1>Account</h1>
      {isDeleted ? (
        <Farewell />
      ) : (
        // Part of the rendered page, so that there is something to read before the sections load.
        <p>
          Your name and password, other ways to log in, the devices where you are logged in, everything you have written
          as a file, and how to delete it all.
        </p>
      )}
      {isInBrowser &&
        !isDeleted &&
        (token === null || userId === null ? (
          <p role="alert">
            User not logged in. <Link to={pagePaths.login}>Login</Link>
          </p>
        ) : (
          <Sections key={userId} login={{ token, userId }} />
        ))}
    </div>
  );
}

/** Shown after the account was deleted. */
function Farewell() {
  return (
    <>
      <p role="status" ref={takeFocus}>
        Your account is deleted. Nothing of it is left here or on the server.
      </p>
      <p>
        <Link className="button" to={pagePaths.home}>
          Read all blogs
        </Link>
      </p>
    </>
  );
}

/** Scrolls to the section that the URL's hash names: the browser looked for it before the section was rendered. */
function useShownSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const heading = document.getElementById(hash.slice(1));
    heading?.scrollIntoView();
    takeFocus(heading);
  }, [hash]);
}

/** Stays mounted when a new password changes the token, so that text typed in other sections stays. */
function Sections({ login }: Pick<SectionProps, 'login'>) {
  const [expiry, setExpiry] = useState<'none' | 'asking' | 'put off'>('none');
  const { userId } = login;
  const section: SectionProps = { login, onExpired: () => setExpiry('asking') };
  useShownSection();
  return (
    <>
      {expiry === 'put off' && (
        <p className="banner" role="status">
          Your login has expired. <QuietButton onClick={section.onExpired}>Log in again</QuietButton>
        </p>
      )}
      {expiry === 'asking' && (
        <LoginAgainDialog
          userId={userId}
          purpose="You can see and change your account after that."
          onLoggedIn={() => setExpiry('none')}
          onClose={() => setExpiry((now) => (now === 'asking' ? 'put off' : now))}
        />
      )}
      <NameSection {...section} />
      <PasswordSection {...section} />
      <PasskeysSection {...section} />
      <DevicesSection {...section} />
      <RecoveryCodesSection {...section} />
      <YourWritingSection {...section} />
      <DeleteAccountSection {...section} />
    </>
  );
}
