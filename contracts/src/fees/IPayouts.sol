// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Paying coin to untrusted accounts. One that refuses is credited instead, so that no payee can hold up a trade; the
/// platform's own fees in coin stay here until they are withdrawn.
interface IPayouts {
    /// @notice `account` refused `amount` wei, which wait for it.
    event PayoutCredited(address indexed account, uint256 amount);
    /// @notice What waited for `account` went to `to`.
    event PayoutClaimed(address indexed account, address indexed to, uint256 amount);
    /// @notice Collected fees went to the beneficiary.
    event FeesWithdrawn(address indexed beneficiary, uint256 amount);

    /// @notice Something that pays or moves was entered a second time.
    error PayoutReentered();
    /// @notice Too little gas is left to give a payee its fair share; send the same transaction with more.
    error PayoutGasTooLow(uint256 left);
    /// @notice Nothing waits for `account`.
    error PayoutNothingDue(address account);
    /// @notice `to` refused the coin.
    error PayoutRefused(address to, uint256 amount);
    /// @notice Only `account` itself may send its money elsewhere.
    error PayoutCallerNotAccount(address caller, address account);

    /// @notice Pays out what waits for `account`. `account` itself names any `to`; anybody may push it to `account`.
    function claim(address account, address to) external;

    /// @notice Sends the collected coin fees to the beneficiary. Anybody may call; what is claimable stays.
    function withdraw() external;

    /// @notice Wei that wait for `account`.
    function claimable(address account) external view returns (uint256);

    /// @notice Wei that wait for all accounts together; never more than the balance.
    function totalClaimable() external view returns (uint256);
}
