// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What the platform charges and who may change it. All fees are basis points of 10,000 and at most 1,000.
/// The owner changes fees and beneficiary, and adds signers, only after a public delay; what takes
/// power away (removing a signer, a new epoch, a pause) works at once.
interface IFees {
    event BuyerFeeScheduled(uint256 buyerFee, uint256 from);
    event BeneficiaryScheduled(address indexed beneficiary, uint256 from);
    event BeneficiaryChanged(address indexed beneficiary);
    event MinimumSellerFeeScheduled(uint256 minimumSellerFee, uint256 from);
    event MinimumSellerFeeChanged(uint256 minimumSellerFee);
    event FeeSignerAdded(address indexed signer, uint256 from);
    event FeeSignerRemoved(address indexed signer);
    event FeeEpochChanged(uint256 feeEpoch);
    event Paused(uint256 until);
    event Unpaused();
    /// @notice The beneficiary could not receive `amount` of `token`, which `withdrawTokens` sends.
    event TokenFeesHeld(address indexed token, uint256 amount);
    event TokenFeesWithdrawn(address indexed token, address indexed beneficiary, uint256 amount);

    error FeesAboveCap(uint256 fee, uint256 cap);
    /// @notice Without the operator's signature only the default buyer fee counts.
    error FeesBuyerFeeNotDefault(uint256 buyerFee, uint256 defaultBuyerFee);
    /// @notice A seller fee below the minimum needs the operator's signature.
    error FeesSellerFeeBelowMinimum(uint256 sellerFee, uint256 minimumSellerFee);
    /// @notice The operator's signature is by `signer` (zero: no recoverable signer), which is no fee signer now.
    error FeesSignatureInvalid(address signer);
    /// @notice `signer` signs already, or did.
    error FeesSignerExists(address signer);
    error FeesSignerMissing(address signer);
    error FeesSignerZero();
    error FeesBeneficiaryZero();
    error FeesChangeMissing();
    error FeesChangeNotDue(uint256 from);
    error FeesPaused(uint256 until);
    error FeesPauseTooLong(uint256 duration, uint256 longest);
    /// @notice After a pause the contract stays open as long as the pause lasted, until `from`.
    error FeesPauseTooSoon(uint256 from);
    /// @notice No fees in `token` are held here.
    error FeesNothingHeld(address token);
    /// @notice `token` is the chain's coin, of which all that is held is owed: `withdraw` sends the fees in coin.
    error FeesTokenIsCoin(address token);
    /// @notice The contract always has an owner.
    error FeesOwnerNeeded();

    /// @notice Schedules the default buyer fee; it counts by itself once the delay is over. Owner only.
    function setBuyerFee(uint256 buyerFee) external;

    /// @notice Schedules who receives the fees; `applyBeneficiary` makes it so. Owner only.
    function setBeneficiary(address beneficiary) external;

    /// @notice Makes the scheduled beneficiary the beneficiary, once due. Anybody may call.
    function applyBeneficiary() external;

    /// @notice Schedules the lowest seller fee that needs no operator signature. Owner only.
    function setMinimumSellerFee(uint256 minimumSellerFee) external;

    /// @notice Makes the scheduled minimum count, once due. Anybody may call.
    function applyMinimumSellerFee() external;

    /// @notice Lets `signer` sign fees after the delay. Owner only. Keep a standby: adding takes time, removing does not.
    function addFeeSigner(address signer) external;

    /// @notice Ends what `signer` may sign, and signed, at once and for ever: it can't be added again. Owner only.
    function removeFeeSigner(address signer) external;

    /// @notice Ends every fee signature that names an epoch up to now. Owner only; at most 255 times. The next epoch is a number
    /// known in advance: a signature that a signer made for it before counts from then on. A signer whose key leaked has
    /// to be removed, see `removeFeeSigner`.
    function raiseFeeEpoch() external;

    /// @notice Stops new fills for `duration` seconds, at most 24 hours. Cancels and payouts go on. Refused during a pause,
    /// and after one for as long as it lasted, so that pauses cannot cover a longer window of settlement. Owner only.
    function pause(uint256 duration) external;

    /// @notice Ends a pause. Owner only.
    function unpause() external;

    /// @notice Who receives the platform's fees.
    function beneficiary() external view returns (address);

    /// @notice The default buyer fee of now, in bps.
    function buyerFee() external view returns (uint256);

    /// @notice The scheduled default buyer fee and when it counts, unix seconds; (0, 0) when none waits.
    function nextBuyerFee() external view returns (uint256 fee, uint256 from);

    /// @notice The scheduled beneficiary and from when it may be applied; zeros when none waits.
    function nextBeneficiary() external view returns (address account, uint256 from);

    /// @notice The scheduled minimum seller fee and from when it may be applied; zeros when none waits.
    function nextMinimumSellerFee() external view returns (uint256 fee, uint256 from);

    /// @notice The lowest seller fee that needs no operator signature, in bps.
    function minimumSellerFee() external view returns (uint256);

    /// @notice The number that a fee signature must name.
    function feeEpoch() external view returns (uint256);

    /// @notice Whether `account` signs fees now.
    function isFeeSigner(address account) external view returns (bool);

    /// @notice From when `account` signs fees, unix seconds; 0 for never, the largest number once removed.
    function feeSignerFrom(address account) external view returns (uint256);

    /// @notice From when a pause is possible, unix seconds; a time in the past where it is now.
    function nextPauseFrom() external view returns (uint256);

    /// @notice When the running pause ends, unix seconds; 0 when nothing is paused.
    function pausedUntil() external view returns (uint256);

    /// @notice The EIP-712 digest a fee signer signs: `BuyerFee(bytes32 order,uint256 buyerFee,uint256 feeEpoch)` of an
    /// order's struct hash in this contract's domain and the epoch of now.
    function buyerFeeDigest(bytes32 orderHash, uint256 buyerFee) external view returns (bytes32);
}
