// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "./BoxTypes.sol";

/// @notice What the owner of a series does, and what checks a series: called at the address of the boxes.
interface IBoxSeries {
    /// @notice Registers the caller's series and takes its prizes, but those of type 5, through the proxy. A series paid in
    /// money has a seller fee of at least the minimum of that moment; a later minimum does not concern it.
    /// @param anchor the hash of the first pre-image, which is the hash of the second, and so on
    /// @param requests how many pre-images there are
    /// @param bondEach what a missed reveal costs for each box: at least its price, in its money; coin for tickets
    /// @return box its id, `hashBox(order)`
    function register(BoxOrder calldata order, bytes32 anchor, uint256 requests, uint256 bondEach) external returns (bytes32 box);

    /// @notice Puts `amount` of the box's money (coin where it is paid in tickets) to its bond. Anybody may.
    function depositBond(bytes32 box, uint256 amount) external payable;

    /// @notice Takes back what no pending box needs. The box's owner only.
    function withdrawBond(bytes32 box, uint256 amount) external;

    /// @notice Begins a new chain when nothing is pending, and ends a stop. The box's owner only.
    /// @param withheld the pre-image of the last request that was refunded since the last commitment; zero where none was
    function commit(bytes32 box, bytes32 withheld, bytes32 anchor, uint256 requests) external;

    /// @notice Sends what was not drawn of these kinds back to the owner, when the series is over.
    function takeBack(bytes32 box, uint256[] calldata kinds) external;

    /// @notice hashStruct(BlindBox), the id of a series.
    function hashBox(BoxOrder calldata order) external pure returns (bytes32);

    /// @notice The 32 bytes that an EIP-712 signature of `order` covers.
    function digest(BoxOrder calldata order) external view returns (bytes32);

    /// @notice What the documented form personal_signs: the 64 lower-case hex characters of the digest.
    function prepareMessage(BoxOrder calldata order) external view returns (string memory);

    /// @notice The draw itself, for checking it: `left` before, and the seed, give the kinds.
    function draw(uint256[] calldata left, uint256 boxes, uint256 opening, bool repeat, bytes32 seed)
        external
        pure
        returns (uint256[] memory kinds);
}
