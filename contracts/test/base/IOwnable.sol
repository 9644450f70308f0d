// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice OpenZeppelin's Ownable and Ownable2Step, as seen from outside.
interface IOwnable {
    function owner() external view returns (address);
    function transferOwnership(address to) external;
    function acceptOwnership() external;
    function renounceOwnership() external;
}
