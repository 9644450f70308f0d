// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";

/// @notice Both standards; the test itself is the exchange.
contract MintAtSettlementTest is Collection1155Base {
    function terms(uint256 supply) private view returns (SettlementVoucher memory voucher) {
        voucher.fees = oneFee(carol, 500);
        (voucher.uri, voucher.supply, voucher.deadline) = (CID, supply, block.timestamp + 1 days);
    }

    function allowed(ICollection collection, uint256 id, address creator, SettlementVoucher memory voucher)
        private
        view
        returns (SettlementVoucher memory)
    {
        voucher.sig = signed(MINER_KEY, collection.settlementMintDigest(address(this), id, creator, voucher));
        return voucher;
    }

    function mintReverts(ICollection collection, uint256 id, address creator, SettlementVoucher memory voucher, bytes memory why)
        private
    {
        vm.expectRevert(why);
        collection.mintAtSettlement(id, creator, address(0x40FE), voucher);
    }

    function invalid(uint256 id, address creator) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, creator);
    }

    function test_RevertWhen_TheCallerIsAnotherExchange() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        address[3] memory callers = [alice, eve, address(0x40FE)];
        for (uint256 i; i < callers.length; ++i) {
            vm.prank(callers[i]);
            mintReverts(official, 7, alice, voucher, invalid(7, alice));
        }
        official.mintAtSettlement(7, alice, address(0x40FE), voucher);
    }

    /// [SOL-06] each word of the voucher is signed
    function test_RevertWhen_AnythingIsAnother() public {
        ICollection[2] memory collections = [ICollection(official), editions];
        for (uint256 i; i < 2; ++i) {
            ICollection collection = collections[i];
            SettlementVoucher memory voucher = allowed(collection, 7, alice, terms(1));
            mintReverts(collection, 8, alice, voucher, invalid(8, alice));
            mintReverts(collection, 7, bob, voucher, invalid(7, bob));
            mintReverts(collections[1 - i], 7, alice, voucher, invalid(7, alice));
            voucher.deadline += 1;
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.deadline -= 1;
            voucher.uri = "/another";
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.uri = CID;
            voucher.fees[0].value = 499;
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees[0] = Fee(eve, 500);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees = noFees();
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.fees = oneFee(carol, 500);
            voucher.sig = mirrored(voucher.sig);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher.sig = signed(EVE_KEY, collection.settlementMintDigest(address(this), 7, alice, voucher));
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            voucher = allowed(collection, 7, alice, voucher);
            vm.chainId(31338);
            mintReverts(collection, 7, alice, voucher, invalid(7, alice));
            vm.chainId(31337);
            collection.mintAtSettlement(7, alice, address(0x40FE), voucher);
        }
    }

    function test_RevertWhen_TheSupplyIsAnother() public {
        SettlementVoucher memory voucher = allowed(editions, 7, alice, terms(10));
        voucher.supply = 11;
        mintReverts(editions, 7, alice, voucher, invalid(7, alice));
        mintReverts(
            editions, 7, alice, allowed(editions, 7, alice, terms(0)), abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 7)
        );
        mintReverts(
            official, 7, alice, allowed(official, 7, alice, terms(2)), abi.encodeWithSelector(ICollection.CollectionSupplyInvalid.selector, 7, 2)
        );
    }

    function test_RevertWhen_TheDeadlineHasPassed() public {
        SettlementVoucher memory voucher = allowed(official, 7, alice, terms(1));
        vm.warp(voucher.deadline + 1);
        mintReverts(official, 7, alice, voucher, abi.encodeWithSelector(ICollection.CollectionVoucherExpired.selector, voucher.deadline));
        vm.warp(voucher.deadline);
        official.mintAtSettlement(7, alice, address(0x40FE), voucher);
    }

    function test_RevertWhen_TheCreatorMayNotMint() public {
        SettlementVoucher memory voucher = allowed(own, 7, bob, terms(1));
        mintReverts(own, 7, bob, voucher, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
        own.mintAtSettlement(7, alice, address(0x40FE), allowed(own, 7, alice, terms(1)));
        vm.assertEq(items(own).ownerOf(7), alice, "her own collection");
    }

    function test_RevertWhen_UriOrFeesDoNotFit() public {
        SettlementVoucher memory voucher = terms(1);
        voucher.uri = "";
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector);
        mintReverts(official, 7, alice, allowed(official, 7, alice, voucher), why);
        voucher = terms(1);
        voucher.fees[0].value = 1001;
        why = abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000);
        mintReverts(official, 7, alice, allowed(official, 7, alice, voucher), why);
    }

    function test_RevertGiven_Minted() public {
        official.mintAtSettlement(7, alice, address(0x40FE), allowed(official, 7, alice, terms(1)));
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(official, 7, alice, allowed(official, 7, alice, terms(1)), why);
        vm.prank(alice);
        official.burn(7);
        mintReverts(official, 7, alice, allowed(official, 7, alice, terms(1)), why);
    }

    function test_GivenALaterFillOfAnERC1155() public {
        editions.mintAtSettlement(7, alice, address(0x40FE), allowed(editions, 7, alice, terms(10)));
        vm.assertEq(editions.mintAtSettlement(7, alice, address(0x40FE), terms(99)), 2, "there already");
        vm.assertEq(editions.totalSupply(7), 10, "minted once");
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(editions, 7, bob, allowed(editions, 7, bob, terms(10)), why);
    }

    /// forge-config: default.isolate = false
    function test_TheMoverMovesAnERC721Once() public {
        address mover = address(0x40FE);
        official.mintAtSettlement(7, alice, mover, allowed(official, 7, alice, terms(1)));
        mint(official, alice, 8);
        bytes memory why = abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", eve, 7);
        vm.expectRevert(why);
        vm.prank(eve);
        items(official).transferFrom(alice, eve, 7);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", mover, 8));
        vm.prank(mover);
        items(official).transferFrom(alice, eve, 8);
        vm.prank(mover);
        items(official).transferFrom(alice, bob, 7);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", mover, 7));
        vm.prank(mover);
        items(official).transferFrom(bob, eve, 7);
    }

    /// forge-config: default.isolate = false
    function test_TheMoverMovesAnERC1155Once() public {
        address mover = address(0x40FE);
        editions.mintAtSettlement(7, alice, mover, allowed(editions, 7, alice, terms(10)));
        vm.assertTrue(!tokens(editions).isApprovedForAll(alice, mover), "no approval");
        vm.prank(mover);
        tokens(editions).safeTransferFrom(alice, bob, 7, 3, "");
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", mover, alice));
        vm.prank(mover);
        tokens(editions).safeTransferFrom(alice, bob, 7, 1, "");
    }

    /// The next transaction knows nothing of it.
    /// forge-config: default.isolate = true
    function test_RevertWhen_TheTransactionIsOver() public {
        address mover = address(0x40FE);
        official.mintAtSettlement(7, alice, mover, allowed(official, 7, alice, terms(1)));
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", mover, 7));
        vm.prank(mover);
        items(official).transferFrom(alice, bob, 7);
    }
}
