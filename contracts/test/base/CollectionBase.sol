// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../src/exchange/OrderTypes.sol";
import {Fee, ICollection721} from "../../src/collection/ICollection721.sol";
import {ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {IItems} from "./IItems.sol";
import {Test} from "./Test.sol";

/// @notice The official collection, the factory, and Alice's clone of it.
abstract contract CollectionBase is Test {
    string internal constant CID = "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";

    ICollection721 internal official;
    ICollectionFactory internal factory;
    ICollection721 internal own;

    function setUp() public virtual {
        official = ICollection721(
            vm.deployCode("contracts/artifacts/OfficialCollection721.json", abi.encode("Plinth", "PLINTH", miner, "ipfs:/", "ipfs:/", operator))
        );
        factory = ICollectionFactory(vm.deployCode("contracts/artifacts/CollectionFactory.json"));
        vm.prank(alice);
        own = ICollection721(factory.create721("Alice's Birds", "BIRD", miner, "ipfs:/", "ipfs:/", 0));
    }

    /// @dev What the last call cost as a transaction of its own: no more than `limit`, and at most 1 % above what was measured
    /// last.
    function within(string memory row, uint256 limit) internal view {
        uint256 used = vm.lastCallGas().gasTotalUsed;
        vm.assertLe(used, limit, row);
        checkRow(row, used);
    }

    function checkRow(string memory row, uint256 used) internal view {
        string memory snapshot = vm.readFile("contracts/test/collection/gas.json");
        vm.assertLe(used * 100, vm.parseJsonUint(snapshot, string.concat(".", row)) * 101, string.concat(row, ": 1 % above gas.json"));
    }

    function items(ICollection721 collection) internal pure returns (IItems) {
        return IItems(address(collection));
    }

    function voucher(ICollection721 collection, uint256 id, address minter) internal view returns (Sig memory) {
        return signed(MINER_KEY, collection.mintDigest(id, minter));
    }

    function noFees() internal pure returns (Fee[] memory) {
        return new Fee[](0);
    }

    function oneFee(address recipient, uint256 bps) internal pure returns (Fee[] memory list) {
        list = new Fee[](1);
        list[0] = Fee(recipient, bps);
    }

    function mint(ICollection721 collection, address minter, uint256 id, Fee[] memory fees, string memory uri) internal {
        Sig memory sig = voucher(collection, id, minter);
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, fees, uri);
    }

    function mint(ICollection721 collection, address minter, uint256 id) internal {
        mint(collection, minter, id, noFees(), CID);
    }

    function mintReverts(ICollection721 collection, address minter, uint256 id, Fee[] memory fees, string memory uri, bytes memory why)
        internal
    {
        Sig memory sig = voucher(collection, id, minter);
        vm.expectRevert(why);
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, fees, uri);
    }
}
