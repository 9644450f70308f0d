// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Fee, ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {RemintingReceiver} from "../../base/Receivers1155.sol";
import {Vm} from "../../base/Vm.sol";

contract Mint1155Test is Collection1155Base {
    function voucherReverts(ICollection1155 collection, address minter, uint256 id, Sig memory sig) private {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, minter));
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, noFees(), 10, CID);
    }

    /// [TX-13] [SOL-06] [SOL-22]
    function test_WhenOfficial() public {
        mint(editions, bob, 7);
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 10, "all of it");
        vm.assertEq(tokens(editions).uri(7), string.concat("ipfs:/", CID), "uri");
        vm.assertEq(editions.totalSupply(7), 10, "supply");
        vm.assertEq(editions.creators(7), bob, "creator");
    }

    function test_WhenOwnerOfAUsersCollection() public {
        mint(ownEditions, alice, 7);
        vm.assertEq(tokens(ownEditions).balanceOf(alice, 7), 10, "all of it");
        vm.assertEq(ownEditions.creators(7), alice, "creator");
    }

    /// [SOL-42]
    function test_RevertWhen_NotOwnerOfAUsersCollection() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob);
        mintReverts(ownEditions, bob, 7, 10, noFees(), CID, why);
    }

    /// [SOL-02]
    function test_RevertWhen_TheSupplyIsZero() public {
        bytes memory why = abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7);
        mintReverts(editions, bob, 7, 0, noFees(), CID, why);
        mint(editions, bob, 7, 1, noFees(), CID);
        mint(editions, bob, 8, type(uint256).max, noFees(), CID);
    }

    /// [SOL-03]
    function test_RevertWhen_TheUriIsEmpty() public {
        mintReverts(editions, bob, 7, 10, noFees(), "", abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector));
    }

    /// [SOL-06] [SOL-37]
    function test_RevertWhen_AnotherSigned() public {
        voucherReverts(editions, bob, 7, signed(EVE_KEY, editions.mintDigest(7, bob)));
        voucherReverts(editions, bob, 7, none());
        voucherReverts(editions, bob, 7, mirrored(voucher(editions, 7, bob)));
    }

    function test_RevertWhen_TheVoucherIsForSomethingElse() public {
        voucherReverts(editions, bob, 7, voucher(editions, 8, bob));
        voucherReverts(editions, bob, 7, voucher(editions, 7, eve));
        voucherReverts(editions, bob, 7, voucher(ownEditions, 7, bob));
        voucherReverts(editions, bob, 7, voucher(official, 7, bob));
        Sig memory sig = voucher(editions, 7, bob);
        vm.chainId(31338);
        voucherReverts(editions, bob, 7, sig);
    }

    function test_RevertGiven_TheSignerIsRemoved() public {
        Sig memory sig = voucher(ownEditions, 7, alice);
        vm.prank(alice);
        ownEditions.removeSigner(miner);
        voucherReverts(ownEditions, alice, 7, sig);
    }

    /// [SOL-01] [SOL-32]
    function test_RevertGiven_Minted() public {
        mint(editions, bob, 7);
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(editions, eve, 7, 10, noFees(), CID, why);
        mintReverts(editions, bob, 7, 1, noFees(), CID, why);
    }

    /// A burnt id never comes back, whether its uri was a CID or a text.
    function test_RevertGiven_Burnt() public {
        mint(editions, bob, 7);
        mint(editions, bob, 8, 10, noFees(), "/anything");
        vm.startPrank(bob);
        editions.burn(bob, 7, 10);
        editions.burn(bob, 8, 10);
        vm.stopPrank();
        for (uint256 id = 7; id <= 8; ++id) {
            bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, id);
            mintReverts(editions, bob, id, 10, noFees(), CID, why);
        }
    }

    /// The hook of the receiver finds the id taken, and all of it logged.
    function test_RevertGiven_MintedFromTheHook() public {
        RemintingReceiver minter = new RemintingReceiver(editions);
        Sig memory sig = voucher(editions, 7, address(minter));
        minter.mint(7, sig.v, sig.r, sig.s, "/x");
        vm.assertEq(
            bytes32(bytes4(minter.why())), bytes32(ICollection.CollectionTokenAlreadyMinted.selector), "not a second time"
        );
        vm.assertEq(minter.uriSeen(), "ipfs://x", "written before");
        vm.assertEq(editions.totalSupply(7), 10, "once");
    }

    /// [SOL-04] [SOL-38]
    function test_RevertWhen_ARecipientIsZero() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeeRecipientZero.selector, 0);
        mintReverts(editions, bob, 7, 10, oneFee(address(0), 1), CID, why);
    }

    /// [SOL-05] [SOL-39]
    function test_RevertWhen_AFeeIsZero() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeeZero.selector, 0);
        mintReverts(editions, bob, 7, 10, oneFee(bob, 0), CID, why);
    }

    function test_RevertWhen_FeesAreAboveTheCap() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000);
        mintReverts(editions, bob, 7, 10, oneFee(bob, 1001), CID, why);
        mint(editions, bob, 7, 10, oneFee(bob, 1000), CID);
    }

    function test_RevertWhen_FeesAreTooMany() public {
        Fee[] memory six = new Fee[](6);
        for (uint256 i; i < 6; ++i) {
            six[i] = Fee(bob, 1);
        }
        mintReverts(editions, bob, 7, 10, six, CID, abi.encodeWithSelector(ICollection.CollectionFeesTooMany.selector, 6, 5));
    }

    /// [SOL-09]
    function test_RevertWhen_TheMinterTakesNoItems() public {
        HostilePayee minter = new HostilePayee();
        Sig memory sig = voucher(editions, 7, address(minter));
        bytes memory call = abi.encodeCall(ICollection1155.mint, (7, sig.v, sig.r, sig.s, noFees(), 10, CID));
        minter.refuseItems();
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", minter));
        minter.act(address(editions), call);
    }

    function test_LogsTransferThenFeesThenUri() public {
        Sig memory sig = voucher(editions, 7, bob);
        vm.recordLogs();
        vm.prank(bob);
        editions.mint(7, sig.v, sig.r, sig.s, oneFee(carol, 500), 10, CID);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 3, "three");
        vm.assertEq(logs[0].topics[0], keccak256("TransferSingle(address,address,address,uint256,uint256)"), "TransferSingle");
        vm.assertEq(keccak256(logs[0].data), keccak256(abi.encode(uint256(7), uint256(10))), "id and supply");
        vm.assertEq(logs[1].topics[0], 0x99aba1d63749cfd5ad1afda7c4663840924d54eb5f005bbbeadedc6ec13674b2, "SecondarySaleFees");
        vm.assertEq(logs[2].topics[0], keccak256("URI(string,uint256)"), "URI");
        vm.assertEq(logs[2].topics[1], bytes32(uint256(7)), "of the id");
        vm.assertEq(keccak256(logs[2].data), keccak256(abi.encode(string.concat("ipfs:/", CID))), "the whole of it");
    }

    function test_SelectorsAreDocumented() public pure {
        vm.assertEq(bytes32(ICollection1155.mint.selector), bytes32(bytes4(0xc6bf3262)), "mint");
        vm.assertEq(bytes32(ICollection1155.burn.selector), bytes32(bytes4(0xf5298aca)), "burn");
    }

    function testFuzz_KeepsAnyTextAndSupply(string calldata text, uint256 supply, uint256 id) public {
        vm.assume(bytes(text).length != 0 && supply != 0);
        mint(editions, bob, id, supply, oneFee(carol, 500), text);
        vm.assertEq(tokens(editions).uri(id), string.concat("ipfs:/", text), "to the letter");
        vm.assertEq(tokens(editions).balanceOf(bob, id), supply, "to the unit");
        (address to, uint256 amount) = tokens(editions).royaltyInfo(id, 1 ether);
        vm.assertEq(to, carol, "royalty");
        vm.assertEq(amount, 0.05 ether, "and how much");
    }

    /// forge-config: default.isolate = true
    function test_GasOfAMint() public {
        mint(ownEditions, alice, 1);
        mint(ownEditions, alice, 2);
        within("mint1155", 146_000);
        mint(ownEditions, alice, 3, 10, oneFee(alice, 500), CID);
        within("mint1155Royalty", 175_000);
    }
}
