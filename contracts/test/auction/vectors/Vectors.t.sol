// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuctionOrder} from "../../../src/auction/AuctionTypes.sol";
import {IAuctionExchange} from "../../../src/auction/IAuctionExchange.sol";
import {Asset, OrderKey} from "../../../src/exchange/OrderTypes.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {AuctionBase, Settling} from "../../base/AuctionBase.sol";
import {PlainERC20, RoyaltyERC721} from "../../base/PlainTokens.sol";

/// @notice What `packages/protocol` says about auctions is what the contract says and does.
contract AuctionVectorsTest is AuctionBase {
    string private json;
    string private current;

    /// Struct hash and digests, and all that is signed over them.
    function test_Signed() public {
        json = vm.readFile("packages/protocol/vectors/auctions.json");
        uint256 count;
        for (; vm.keyExistsJson(json, caseAt(".cases", count)); ++count) {
            current = caseAt(".cases", count);
            vm.chainId(number(".chainId"));
            checkSigned(auctionAt(vm.parseJsonAddress(json, key(".auctionExchange"))));
        }
        vm.assertGe(count, 5, "cases");
    }

    /// [SNIPE-01] [SNIPE-05] Auctions with terms: the extension and the buy-now total are part of all hashes.
    function test_Terms() public {
        json = vm.readFile("packages/protocol/vectors/kinds.json");
        uint256 count;
        for (; vm.keyExistsJson(json, caseAt(".auctions", count)); ++count) {
            current = caseAt(".auctions", count);
            IAuctionExchange vectored = auctionAt(vm.parseJsonAddress(json, key(".exchange")));
            AuctionOrder memory order = readOrder();
            vm.assertEq(vectored.hashAuction(order), word(".structHash"), "structHash");
            vm.assertEq(vectored.digest(order), word(".digest"), "digest");
            address bidder = vm.parseJsonAddress(json, key(".bidder"));
            bytes32 bid = vectored.bidDigest(order, bidder, number(".total"), number(".buyerFee"));
            vm.assertEq(bid, word(".bidDigest"), "bidDigest");
            endEverything(vectored, bidder, number(".epoch"));
            bid = vectored.bidDigest(order, bidder, number(".total"), number(".buyerFee"));
            vm.assertEq(bid, word(".epochBidDigest"), "epochBidDigest");
            endEverything(vectored, bidder, 0);
        }
        vm.assertGe(count, 3, "cases");
    }

    function endEverything(IAuctionExchange vectored, address account, uint256 epoch) private {
        vm.prank(proxy.exchange());
        vectored.endEverything(account, epoch);
    }

    /// What each party pays and receives.
    function test_Sums() public {
        json = vm.readFile("packages/protocol/vectors/auctions.json");
        uint256 count;
        for (; vm.keyExistsJson(json, caseAt(".sums", count)); ++count) {
            current = caseAt(".sums", count);
            checkSums(count);
        }
        vm.assertGe(count, 10, "cases");
    }

    function checkSigned(IAuctionExchange vectored) private {
        AuctionOrder memory order = readOrder();
        bytes32 digest = word(".digest");
        vm.assertEq(vectored.hashAuction(order), word(".structHash"), "structHash");
        vm.assertEq(vectored.digest(order), digest, "digest");
        vm.assertEq(vectored.prepareMessage(order), vm.parseJsonString(json, key(".text64")), "text64");
        signedBy(digest, ".signature", ".ownerKey");
        signedBy(Signatures.personalDigest(digest), ".personalSignature", ".ownerKey");
        address bidder = vm.parseJsonAddress(json, key(".bidder"));
        bytes32 bid = vectored.bidDigest(order, bidder, number(".buying"), number(".buyerFee"));
        vm.assertEq(bid, word(".bidDigest"), "bidDigest");
        signedBy(bid, ".bidSignature", ".bidderKey");
        while (vectored.feeEpoch() < number(".feeEpoch")) {
            vm.prank(operator);
            vectored.raiseFeeEpoch();
        }
        address[] memory recipients = vm.parseJsonAddressArray(json, key(".recipients"));
        bytes32 settlement = vectored.settlementDigest(order, number(".buying"), bidder, recipients, number(".buyerFee"));
        vm.assertEq(settlement, word(".settlementDigest"), "settlementDigest");
        signedBy(settlement, ".settlementSignature", ".feeSignerKey");
        checkOpen(vectored, order, recipients);
    }

    function checkOpen(IAuctionExchange vectored, AuctionOrder memory order, address[] memory recipients) private view {
        Settling memory s;
        (s.order, s.recipients, s.total) = (order, recipients, number(".buying"));
        (s.buyer, s.fee) = (vm.parseJsonAddress(json, key(".bidder")), number(".buyerFee"));
        bytes32 digest = openDigest(vectored, s, number(".leastProceeds"));
        vm.assertEq(digest, word(".openSettlementDigest"), "openSettlementDigest");
        signedBy(digest, ".openSettlementSignature", ".feeSignerKey");
    }

    function signedBy(bytes32 digest, string memory signature, string memory signer) private view {
        bytes memory joined = vm.parseJsonBytes(json, key(signature));
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(joined, 0x20))
            s := mload(add(joined, 0x40))
        }
        vm.assertEq(Signatures.recover(digest, uint8(joined[64]), r, s), vm.addr(uint256(word(signer))), signature);
    }

    function checkSums(uint256 index) private {
        RoyaltyERC721 token = new RoyaltyERC721(carol, uint96(number(".royaltyBps")));
        PlainERC20 money = new PlainERC20();
        token.give(alice, 1);
        money.give(bob, number(".pays"));
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        vm.prank(bob);
        money.approve(address(proxy), type(uint256).max);
        AuctionOrder memory order = anAuction(address(token));
        (order.key.salt, order.key.buyAsset.token, order.buying) = (saltOf(1000 + index), address(money), 1);
        (order.sellerFee, order.encourage) = (number(".sellerFeeBps"), number(".encourageBps"));
        Settling memory s = settlingOf(order, losers(number(".losers")));
        (s.total, s.fee) = (number(".price"), number(".buyerFeeBps"));
        resign(s);
        settle(s);
        uint256 dividends;
        for (uint256 i; i < s.recipients.length; ++i) {
            vm.assertEq(money.balanceOf(s.recipients[i]), number(".share"), "share");
            dividends += money.balanceOf(s.recipients[i]);
        }
        vm.assertEq(dividends, number(".dividends"), "dividends");
        vm.assertEq(money.balanceOf(alice), number(".receives"), "receives");
        vm.assertEq(money.balanceOf(carol), number(".royalty"), "royalty");
        vm.assertEq(money.balanceOf(treasury), number(".sellerFee") + number(".buyerFee"), "fees");
        vm.assertEq(money.balanceOf(bob), 0, "pays");
    }

    /// @dev The vectors name an address: the contract goes there, with a fee slot of its own.
    function auctionAt(address place) private returns (IAuctionExchange) {
        (IAuctionExchange fresh,) = deployed();
        vm.etch(place, address(fresh).code);
        for (uint256 slot; slot < 10; ++slot) {
            vm.store(place, bytes32(slot), vm.load(address(fresh), bytes32(slot)));
        }
        return IAuctionExchange(place);
    }

    function readOrder() private view returns (AuctionOrder memory) {
        OrderKey memory names = OrderKey(
            vm.parseJsonAddress(json, key(".auction.owner")),
            number(".auction.salt"),
            readAsset(".auction.sellAsset"),
            readAsset(".auction.buyAsset")
        );
        return AuctionOrder(
            names,
            number(".auction.selling"),
            number(".auction.buying"),
            number(".auction.endTime"),
            number(".auction.expiredTime"),
            number(".auction.encourage"),
            number(".auction.sellerFee")
        );
    }

    function readAsset(string memory name) private view returns (Asset memory) {
        return Asset(
            vm.parseJsonAddress(json, key(string.concat(name, ".token"))),
            number(string.concat(name, ".tokenId")),
            uint8(number(string.concat(name, ".assetType")))
        );
    }

    function number(string memory name) private view returns (uint256) {
        return vm.parseJsonUint(json, key(name));
    }

    function word(string memory name) private view returns (bytes32) {
        return vm.parseJsonBytes32(json, key(name));
    }

    function key(string memory name) private view returns (string memory) {
        return string.concat(current, name);
    }

    function caseAt(string memory list, uint256 index) private pure returns (string memory) {
        return string.concat(list, "[", vm.toString(index), "]");
    }
}
