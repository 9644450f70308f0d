// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";
import {EnumerableCollection, PlainCollection} from "./EnumerableCollection.sol";

/// @notice What the collections leave out of ERC721, and what it would cost: see docs/spec/decisions.md.
contract EnumerationTest is CollectionBase {
    /// @dev Of a mint or trade, in percent: above it enumeration is left to indexers.
    uint256 private constant BOUND = 3;
    /// @dev The plain buy without royalty of test/exchange/exchange/gas.json.
    string private constant BUYS = "contracts/test/exchange/exchange/gas.json";
    bytes4 private constant ENUMERABLE = 0x780e9d63;

    /// @dev What something costs, and how much enumeration adds to it.
    event Measured(string what, uint256 gas, uint256 more, uint256 percent);

    function refused(bytes memory call) private {
        (bool ok,) = address(official).call(call);
        vm.assertTrue(!ok, "not by the official");
        (ok,) = address(own).call(call);
        vm.assertTrue(!ok, "nor by a clone");
    }

    /// [F-40] [SOL-48] There is no index that could be out of bounds.
    function test_F40_NoFunctionEnumerates() public {
        mint(official, bob, 7);
        mint(own, alice, 7);
        refused(abi.encodeWithSignature("tokenByIndex(uint256)", 0));
        refused(abi.encodeWithSignature("tokenOfOwnerByIndex(address,uint256)", bob, 0));
        vm.assertTrue(!items(official).supportsInterface(ENUMERABLE), "and the official says so");
        vm.assertTrue(!items(own).supportsInterface(ENUMERABLE), "a clone too");
    }

    /// [F-40] [SOL-49]
    function test_F40_RevertGiven_TheItemOfAURIDoesNotExist() public {
        ICollection721[2] memory both = [official, own];
        for (uint256 i; i < 2; ++i) {
            bytes memory why = abi.encodeWithSignature("ERC721NonexistentToken(uint256)", 7);
            vm.expectRevert(why);
            items(both[i]).tokenURI(7);
            mint(both[i], alice, 7);
            vm.assertEq(items(both[i]).tokenURI(7), string.concat("ipfs:/", CID), "while it exists");
            vm.prank(alice);
            both[i].burn(7);
            vm.expectRevert(why);
            items(both[i]).tokenURI(7);
        }
    }

    /// [F-40] [SOL-50] A URI is written by the mint that makes the item, and by nothing else.
    function test_F40_NoFunctionSetsOneUri() public {
        mint(official, bob, 7);
        mint(own, alice, 7);
        refused(abi.encodeWithSignature("setTokenURI(uint256,string)", 7, "x"));
        refused(abi.encodeWithSignature("setTokenURI(uint256,string)", 8, "x"));
        vm.startPrank(alice);
        (bool ok,) = address(own).call(abi.encodeWithSignature("setTokenURI(uint256,string)", 7, "x"));
        vm.assertTrue(!ok, "not by the owner of both");
        vm.stopPrank();
        bytes memory why = abi.encodeWithSignature("CollectionTokenAlreadyMinted(uint256)", 7);
        mintReverts(own, alice, 7, noFees(), "/another", why);
        vm.assertEq(items(own).tokenURI(7), string.concat("ipfs:/", CID), "as it was minted");
    }

    /// Bob has one item and gets another, by mint or from Alice, who keeps two: everyday cases, not the worst.
    function costsOf(ICollection721 collection) private returns (uint256 minting, uint256 moving) {
        mint(collection, alice, 1);
        mint(collection, alice, 2);
        mint(collection, alice, 3);
        mint(collection, bob, 4);
        mint(collection, bob, 5);
        minting = vm.lastCallGas().gasTotalUsed;
        vm.prank(alice);
        items(collection).setApprovalForAll(carol, true);
        vm.prank(carol);
        items(collection).safeTransferFrom(alice, bob, 1);
        moving = vm.lastCallGas().gasTotalUsed;
    }

    /// [F-40] The figures of the decision: far above the bound, for a mint as for a trade.
    /// forge-config: default.isolate = true
    function test_F40_EnumerationCostsAboveTheBound() public {
        (uint256 plainMint, uint256 plainMove) = costsOf(ICollection721(address(new PlainCollection(miner, operator))));
        (uint256 minting, uint256 moving) = costsOf(ICollection721(address(new EnumerableCollection(miner, operator))));
        uint256 buy = vm.parseJsonUint(vm.readFile(BUYS), ".buyFee");
        emit Measured("mint", plainMint, minting - plainMint, ((minting - plainMint) * 100) / plainMint);
        emit Measured("buy", buy, moving - plainMove, ((moving - plainMove) * 100) / buy);
        vm.assertGe((minting - plainMint) * 100, plainMint * BOUND, "a mint would bear it");
        vm.assertGe((moving - plainMove) * 100, buy * BOUND, "a buy would bear it");
    }
}
